"""The Saturation view."""
