"""What every title is made of: requests, forms, the driver, the journal, events, chance and errors.

Pure Python over the standard library and msgspec: no Django, no clock, no randomness of its own, no files.
"""
