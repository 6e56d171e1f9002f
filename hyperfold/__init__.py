"""The program as it is installed: the command line over `core` and `app`."""
