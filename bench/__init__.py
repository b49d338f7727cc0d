"""Benchmarks (`./run bench`) and long random play (`./run soak`). This package contains no tests."""
