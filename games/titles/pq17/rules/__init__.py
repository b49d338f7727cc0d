"""The rules, one package for each part of the rulebook. A package imports only packages below it in this list.

- `movement` speed, routes, rules that hold ships in port, forces that split and combine: chapter 5, 1.2.3 to 1.3
- `air` air attacks: 7.2, 7.8; `submarine` submarines: 7.4, 7.7.2; `surface` surface combat: 7.5, 7.7.1, 7.9
- `search` searches, identification, shadowing, location of targets: chapter 6, 7.1
- `weather` weather, gales, damage and ice: chapters 9 and 10; `fuel`: chapter 11
- `forces` contents of forces, combining and splitting, Command Points: 1.2 to 1.4, 4.3; hits, stacks, torpedoes and
  surprise, which all combat shares: 7.0, 7.3 and 7.6
"""
