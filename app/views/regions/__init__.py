"""The Regions view."""
