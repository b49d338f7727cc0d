"""The table: the state, what is told, and `Sea`, with the moves that every chapter makes."""
