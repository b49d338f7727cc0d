"""Bots that decide from their own view and the question, as human players do.

In all modules, `judge` holds the estimates that the bot makes from its view.
"""
