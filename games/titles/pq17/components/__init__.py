"""The components: units, cards, charts, the hex map, scenarios, options, and the readers of `data/`."""
