"""The pages. They ask selectors, call services and fill templates; GET never changes a game."""
