"""Send webhook calls."""
