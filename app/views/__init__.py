"""The views, one package each; `app.views.registry` lists them."""
