"""The REST interface.

A *caller* is the player whose token a call has. Errors are problem documents (`api.problems`).
"""
