"""The orders that players write, the forms that check them, and the facts about ships and sea that a form contains."""
