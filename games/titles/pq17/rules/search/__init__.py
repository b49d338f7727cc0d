"""Chapter 6, 7.1: searches and their cards, identification, shadowing, and the location of targets.

The package also has rules that shadowing and combat share: dummies, ships that leave their force, and losses.
"""
