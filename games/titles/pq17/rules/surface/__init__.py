"""7.5, 7.7.1, 7.9 Surface battles on the battle display: areas, screens, guns, torpedoes, withdrawal, German limits."""
