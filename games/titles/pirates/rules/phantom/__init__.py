"""5.1-5.3 The phantom of the solitaire game: its deck, its reactions, its choice of targets, and its set-up.

The rules for all players import this package and treat the phantom like a player. The phantom has a fleet, reacts to
attacks, and decides when an option leaves a decision to the attacker.
"""
