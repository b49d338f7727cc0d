"""A second reading of PQ-17: the umpire that judges what skirmishes and operations tell."""
