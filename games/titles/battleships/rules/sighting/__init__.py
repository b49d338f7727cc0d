"""4, 10.1, 10.2, 10.10 What is seen, and who gets his orders."""
