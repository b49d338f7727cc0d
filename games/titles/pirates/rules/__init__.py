"""The rules, with a folder for each part of the rulebook. Lower layers do not import higher ones.

- `sequence`: the sequence of play
- `solitaire`: the phantom's turn, chapter 5.4
- `turn`: a turn, its plan, and cards that do not attack, chapters 3.1, 3.2.1, 3.2.8, 3.3 and 6.8.3
- `attack`: attacks, reactions, prizes and safe passage, chapters 3.2.2 to 3.2.7, 3.2.9, 3.3, 6.6, 6.9, 6.10 and 6.12
- `rounds`: set-up, points, carrying over and teams, chapters 2, 4, 6.4, 6.5 and 6.7
- `phantom`: the phantom's deck, its reactions and its choices, chapters 5.1 to 5.3
"""
