"""Files that are installed with the program: icons, scenes, lessons."""
