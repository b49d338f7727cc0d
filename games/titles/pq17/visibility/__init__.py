"""The knowledge of a seat: its own forces, the blocks of the enemy, and the reports about them."""
