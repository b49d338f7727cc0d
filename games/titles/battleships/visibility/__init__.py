"""The knowledge of a seat: its view, states that it cannot distinguish, and standing orders."""
