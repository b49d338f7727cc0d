"""What a seat knows: its view and notes, facts for answering ahead, and what it cannot tell apart."""
