"""Battleships."""
