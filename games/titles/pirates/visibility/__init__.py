"""The knowledge of a seat: its view, the facts for standing orders, and the hidden cards that can be dealt again."""
