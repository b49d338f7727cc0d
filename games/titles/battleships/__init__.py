"""Battleships: sea fights of the Second World War on a hex map, for two players."""
