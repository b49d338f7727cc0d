"""The pages. They call selectors and services and fill templates; GET never changes a game."""
