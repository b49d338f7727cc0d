"""The orders that players write, the forms that validate them, and the part of the sea that a form knows."""
