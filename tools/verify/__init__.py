"""What a player can prove with the letters of a game and its export, without trusting the server.

Stands alone: the standard library and ``cryptography``, nothing of the server. Copy this folder anywhere and run
``python -m verify LETTERS EXPORT``; in a checkout it is ``./run verify LETTERS EXPORT``.
"""
