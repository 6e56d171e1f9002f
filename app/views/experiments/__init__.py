"""View 9, Experiments: vary, repeat, compare, conclude."""
