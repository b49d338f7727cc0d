"""The documentation as a website: Sphinx with the theme Furo, from the same Markdown that GitHub shows."""
