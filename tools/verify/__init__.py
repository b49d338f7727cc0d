"""Verify a game from its e-mails and its export, without trust in the server.

It depends only on the standard library and ``cryptography``, not on the server. Copy this folder anywhere and run
``python -m verify LETTERS EXPORT``; in a checkout it is ``./run verify LETTERS EXPORT``.
"""
