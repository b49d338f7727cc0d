"""3.2.2-3.2.7, 3.2.9 Attacks by ships, mines and torpedoes, reactions to them, prizes and safe passage.

The options that change these rules are included: 6.6, 6.9, 6.10 and 6.12.
"""
