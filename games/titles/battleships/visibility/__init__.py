"""What a seat knows: its view, states that it cannot distinguish, and standing orders."""
