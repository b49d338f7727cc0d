"""Games opened by mail: what was asked for is read, shown in a letter, and opened by its answer."""
