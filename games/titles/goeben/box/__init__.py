"""What lies in the box: pieces, charts, numbers, the map, what may be agreed on, and the readers of `data/`."""
