"""What can be read off a network: pure functions of frozen snapshots, no Qt."""
