"""Order sets: the form of many orders in one answer."""
