"""The network strip: every unit a picture, every weight a link, all of it editable."""
