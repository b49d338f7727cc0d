"""The orders that players can give, and the forms in which they give them.

Orders and forms are pure data. A form checks an order by the form's own fields and reads no state of the game.
"""
