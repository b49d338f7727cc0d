"""What players are asked and write: the orders, the forms that check them, and what a form knows of the sea."""
