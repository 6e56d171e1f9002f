"""The window without a screen: pictures, films and measurements."""
