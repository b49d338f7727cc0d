"""7.4, 7.7.2 Submarines: attacks by and on wolfpacks, the escorts' dice, air patrols, and stragglers."""
