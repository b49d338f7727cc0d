"""Letters that come in: read, told from noise, turned into what their sender means. Nothing here trusts its input."""
