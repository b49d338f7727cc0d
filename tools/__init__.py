"""What maintainers run: the launcher, the checks, the lock files, the font subset. No part of the server."""
