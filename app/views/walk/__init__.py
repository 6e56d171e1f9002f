"""The Walk view."""
