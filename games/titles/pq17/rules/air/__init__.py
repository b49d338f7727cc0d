"""5.3, 7.2, 7.8 Air attacks: who scrambles, air combat, the row of targets, anti-aircraft fire, bombs and torpedoes."""
