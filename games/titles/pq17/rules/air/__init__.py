"""7.2, 7.7.3, 7.8 Air attacks: air combat, the row of targets, anti-aircraft fire, bombs and torpedoes."""
