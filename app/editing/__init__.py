"""What is shown, and everything that can be done to it."""
