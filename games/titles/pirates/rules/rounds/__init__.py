"""2, 4 Rounds: set-up, points, ships carried over, and the cooperation of partners.

The options that change these rules are included: 6.4, 6.5 and 6.7.
"""
