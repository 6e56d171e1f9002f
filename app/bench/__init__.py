"""Benchmarks of the window; `hyperfold.cli.bench` adds them to those of `core`."""
