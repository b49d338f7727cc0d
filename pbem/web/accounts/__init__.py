"""Accounts: django-allauth with our own templates, e-mails and rules."""
