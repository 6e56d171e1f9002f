"""View A, Ask: one question of your own to the network."""
