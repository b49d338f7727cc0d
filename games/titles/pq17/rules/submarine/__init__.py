"""7.4, 7.7.2 Submarines: their attacks, the escorts' dice, air patrols, boats against boats, stragglers."""
