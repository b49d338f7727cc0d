"""Commands of the worker, one file each."""
