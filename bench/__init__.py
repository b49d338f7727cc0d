"""Benchmarks (`./run bench`) and long random play (`./run soak`). Nothing here is a test."""
