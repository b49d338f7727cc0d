"""`./run soak --neighbours`: response times of other players, without and with an attack by one account."""
