"""Theme, fonts, colour, numbers and plots: the basis of everything drawn."""
