"""Chapters 12 to 14: special situations (chits), random events, and historical forces."""
