"""The names of what happens again and again."""

SWEEP = "sweep"
