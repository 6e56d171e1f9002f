"""View Landscape."""
