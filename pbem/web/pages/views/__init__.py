"""The pages. They call selectors and services and fill templates; GET never changes a game.

A refusal that a view raises, such as Missing or Forbidden, becomes an error page (`RefusalMiddleware`).
"""
