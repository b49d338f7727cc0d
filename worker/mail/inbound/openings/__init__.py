"""Games opened by e-mail: the request is read, shown in a reply, and opened when the player confirms it."""
