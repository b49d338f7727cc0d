"""2, 4 Rounds: setting up, points, what is carried over, and what partners share.

With the options that change them: 6.4, 6.5 and 6.7.
"""
