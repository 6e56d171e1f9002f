"""The Loss view."""
