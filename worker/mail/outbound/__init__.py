"""Outgoing e-mail: rendered when it is sent, from the stored data of its stop, and sent at least once."""
