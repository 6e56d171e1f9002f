"""The Gradients view."""
