"""Chapter 15: the campaign.

Units leave the order of battle for each fortnight's operation, and return to it afterwards.
"""
