"""5.1-5.3 The phantom of the solitaire game: its deck, its reactions, its choice of targets, and its set-up.

The chapters for all players import this package and treat the phantom like a player. It has a fleet, reacts to attacks,
and decides what an option leaves to the attacker.
"""
