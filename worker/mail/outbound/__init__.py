"""Outgoing e-mail: written from the stored data of its stop when it is sent, and sent at least once."""
