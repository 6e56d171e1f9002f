"""View 8, Grid: many seeds of the present run at once."""
