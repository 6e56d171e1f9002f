"""The side panel that teaches: see `core.lessons` for what a lesson is."""
