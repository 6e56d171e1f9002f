"""The frame clock, the analysis worker, and what passes between them."""
