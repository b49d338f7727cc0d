"""Games opened by e-mail: a request is read, proposed in a reply, and opened when the player confirms it."""
