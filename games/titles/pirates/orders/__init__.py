"""What players are asked and write: orders, the forms that check them, and what a question is about."""
