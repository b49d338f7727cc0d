"""Chapter 6, 7.1: searches and their cards, identification, shadowing, and the location of targets.

It also has the rules that shadowing and combat share: dummies, detached ships, and losses.
"""
