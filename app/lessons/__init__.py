"""The lessons panel; see `core.lessons` for what a lesson is."""
