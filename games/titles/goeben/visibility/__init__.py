"""What a seat knows: its view, its notes, facts for standing orders, and states that it cannot distinguish."""
