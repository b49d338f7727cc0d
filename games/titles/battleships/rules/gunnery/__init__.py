"""5, 10.8 Targets and gunfire."""
