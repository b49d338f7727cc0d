"""Every refusal of the titles, provoked: its words, field and rule."""
