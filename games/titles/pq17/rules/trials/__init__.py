"""Invented worlds for trials: a state built from the view of one side, and the enemy's secrets at random."""
