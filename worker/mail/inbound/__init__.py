"""Incoming e-mail: parsing, filtering of automatic messages, and execution. No input is trusted."""
