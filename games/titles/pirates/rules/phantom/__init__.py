"""5.1-5.3 The phantom of the solitaire game: its deck, its answers, whom it picks, and how it is set up.

It stands below the chapters of all players, who deal with it as with anybody: it sits down with a fleet, answers an
attack, and decides what an option leaves to the attacker.
"""
