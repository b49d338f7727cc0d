"""3.1, 3.2.1, 3.2.8 A turn: the plan, the cards revealed one by one, and those of 3.3 that do not attack.

With the option that changes a refuge: 6.8.3.
"""
