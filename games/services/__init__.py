"""Write operations: one activity per module, short transactions, typed refusals; no e-mail or picture is rendered.

If a docstring names an exception without a condition, the exception's own docstring gives the condition
(`games.errors`, `games.kernel.errors`). For example, `Missing` is for objects that do not exist or that the caller may
not see.
"""
