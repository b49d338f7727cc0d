"""9, 10.9, 11 Set-up, points and victory."""
