"""What lies in the box: units, cards, charts, the hex map, scenarios, options, and the readers of `data/`."""
