"""The rulebook, a folder for each part of it; those below know nothing of those above.

- `sequence` the sequence of play: chapters 4 and 6
- `day` a day's plan, outfitting, movement, mines: chapters 4, 7 and 12; `incidents` the incident phase: chapter 13
- `search` intelligence and the seaplane: chapter 11; `battle` at sea and ashore: chapters 14 to 16, 22 and 23;
  `mission` set-up, the end, the campaign: chapters 3, 17 to 19 and 24
- `captains` who decides, doctrine, letters: chapter 25
- `ships` damage, cargo, ports, repairs, the Austro-Hungarian ships: chapters 6, 8 to 10 and 20
"""
