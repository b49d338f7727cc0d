"""Whole games over HTTP, played by clients that know no rules; every e-mail is checked."""
