"""The kernel of every title: requests, forms, the driver, the journal, events, chance and errors.

Pure Python with the standard library and msgspec: no Django, no clock, no randomness, no files.
"""
