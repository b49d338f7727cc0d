"""8 Damage control."""
