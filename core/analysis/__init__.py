"""Everything that can be computed from a snapshot: pure functions, no Qt."""
