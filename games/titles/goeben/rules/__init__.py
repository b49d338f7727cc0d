"""The rules, with a folder for each part of the rulebook. Lower layers do not import higher ones.

- `sequence`: the sequence of play, chapters 4 and 6
- `day`: a day's plan, outfitting, movement and mines, chapters 4, 7 and 12
- `incidents`: the incident phase, chapter 13
- `search`: intelligence and the seaplane, chapter 11
- `battle`: battles at sea and ashore, chapters 14 to 16, 22 and 23
- `mission`: set-up, the end of missions, the campaign, chapters 3, 17 to 19 and 24
- `captains`: command, doctrine and letters, chapter 25
- `ships`: damage, cargo, ports, repairs and Austro-Hungarian ships, chapters 6, 8 to 10 and 20
"""
