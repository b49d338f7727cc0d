"""`./run soak --neighbours`: response times of other players, quiet and while one account attacks the server."""
