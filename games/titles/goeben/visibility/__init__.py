"""The knowledge of a seat: its view, its notes, facts for standing orders, and states that it cannot tell apart."""
