"""Battleships: the title's package."""
