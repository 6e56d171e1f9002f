"""What is shown, and everything that may be done to it."""
