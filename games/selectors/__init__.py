"""Read operations: the only way to read a game's contents.

If a docstring names an exception without a condition, the exception's own docstring gives the condition
(`games.errors`, `games.kernel.errors`). For example, `Missing` is for objects that do not exist or that the caller may
not see.
"""
