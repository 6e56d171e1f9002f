"""Dialogs: import own data, export pictures, films and numbers."""
