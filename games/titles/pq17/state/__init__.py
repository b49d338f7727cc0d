"""The state of a game: forces, counters, fuel, battles and campaign, with the events that report its changes."""
