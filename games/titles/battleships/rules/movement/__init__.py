"""7, 9.2, 9.3, 10.6 Movement, edges of the map, mines."""
