"""The main window and what surrounds the views: menus, toolbar, timeline, files."""
