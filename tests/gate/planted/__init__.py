"""The leaks, a room for each of those who could let them out; `gate/plants.py` has them all."""
