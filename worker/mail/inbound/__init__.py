"""Incoming e-mail: parse it, ignore automatic messages, and execute orders and commands. No input is trusted."""
