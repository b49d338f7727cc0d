"""How a game is played on: what it waits for, what its standing orders say, and how a run is written down."""
