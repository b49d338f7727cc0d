"""Chapters 12 to 14: special situations, random events, historical forces."""
