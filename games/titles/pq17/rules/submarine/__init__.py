"""7.4, 7.7.2 Submarines: attacks on forces and packs, the escorts' dice, air patrols, and stragglers."""
