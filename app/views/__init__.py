"""The views, one a file; `app.views.registry` lists those that exist."""
