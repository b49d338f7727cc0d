"""Tools for maintainers: the launcher, checks, lock files, fonts. They are not part of the server."""
