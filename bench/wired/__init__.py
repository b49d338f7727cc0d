"""Whole games over HTTP, played by generic clients without knowledge of the titles; every e-mail is checked."""
