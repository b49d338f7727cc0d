"""Mail out: letters are written when they are sent, from what was stored at their stop, and sent at least once."""
