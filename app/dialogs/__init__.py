"""Dialogs: own data in, pictures, films and numbers out."""
