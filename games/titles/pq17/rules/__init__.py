"""The rulebook, a folder for each part of it; those below know nothing of those above.

- `movement` speed, ways, what keeps ships in port, forces that part and combine: chapter 5, 1.2.3 to 1.3
- `air` air attacks: 7.2, 7.8; `submarine` submarines: 7.4, 7.7.2; `surface` surface combat: 7.5, 7.7.1, 7.9
- `search` reading cards, locating, ID levels: chapter 6, 7.1
- `weather` weather, gales, damage and ice: chapters 9 and 10; `fuel`: chapter 11
- `forces` what forces hold, combine and part, Command Points: 1.2 to 1.4, 4.3; hits, stacks, torpedoes and surprise,
  which all fights share: 7.0, 7.3 and 7.6
"""
