"""The rulebook, a folder for each part of it; those below know nothing of those above.

- `weather` weather, gales, damage and ice: chapters 9 and 10; `fuel`: chapter 11
- `forces` hits, stacks and torpedoes, which all fights share: 7.0 and 7.3
"""
