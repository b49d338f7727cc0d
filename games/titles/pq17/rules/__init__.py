"""The rules, one package for each chapter or two of the rulebook.

A package imports only packages below it in this list.

- `movement` speed, routes, rules that hold ships in port, forces that split and combine: chapter 5, 1.2.3 to 1.3
- `air` air attacks: 7.2, 7.8; `submarine` submarines: 7.4, 7.7.2; `surface` surface combat: 7.5, 7.7.1, 7.9
- `search` searches, identification, shadowing, location of targets: chapter 6, 7.1
- `weather` weather, gales, damage and ice: chapters 9 and 10; `fuel`: chapter 11
- `forces` contents of forces, combining and splitting, Command Points: 1.2 to 1.4, 4.3; hits, stacks, torpedoes and
  surprise, which all combat shares: 7.0, 7.3 and 7.6

In all packages: `box` holds the components of the game, and `board` holds its state. `side` is "allied" or "axis".
`target` is the force that is searched for, followed or attacked; its enemy sees only its block. `key` is the key of a
roll, lot or question in the journal, or the prefix of the keys of several. A lot is a random choice. Points are half
points. A pack is a wolfpack, and a boat a submarine. "Option" marks an optional rule of the printed game.
"""
