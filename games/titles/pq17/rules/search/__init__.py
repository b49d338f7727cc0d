"""Chapter 6, 7.1: searches and their cards, identification, shadowing, and the location of targets.

Also the rules that shadowing and combat share: dummies, detached ships, and losses.
"""
