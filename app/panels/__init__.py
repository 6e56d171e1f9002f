"""The views, one a file; `app.panels.registry` lists those that exist."""
