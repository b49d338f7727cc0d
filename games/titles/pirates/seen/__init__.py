"""What a seat knows: its view, the facts for answering ahead, and what can be dealt anew behind its back."""
