"""The Warp view."""
