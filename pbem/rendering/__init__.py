"""Pictures of boards, rendered as PNG and SVG."""
