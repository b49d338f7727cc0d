"""What a seat knows: its own forces, the blocks of the enemy, and what it was told of them."""
