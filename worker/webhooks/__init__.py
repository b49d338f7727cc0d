"""Sending what webhooks are owed."""
