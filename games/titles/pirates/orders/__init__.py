"""The orders that players write, the forms that validate them, and the contexts of questions."""
