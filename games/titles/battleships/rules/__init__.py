"""The rules, with a folder for each part of the rulebook.

- `sequence`: the sequence of play, chapter 3
- `sighting`: chapters 4, 10.1, 10.2 and 10.10
- `gunnery`: chapters 5 and 10.8
- `torpedoes`: chapters 6 and 10.5
- `movement`: chapters 7, 9.2, 9.3 and 10.6
- `repair`: chapter 8
- `scenario`: chapters 9, 10.9 and 11
"""
