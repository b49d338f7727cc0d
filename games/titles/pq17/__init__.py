"""PQ-17: convoys to Russia, 1941 to 1943, for two players."""
