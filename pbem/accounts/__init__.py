"""Accounts: what django-allauth does for us, on our pages, with our letters and by our rules."""
