"""3.1, 3.2.1, 3.2.8 A turn: the plan, the cards revealed one by one, and the cards of 3.3 that do not attack.

Option 6.8.3, which changes refuges, is included.
"""
