"""The titles: one package of rules each, pure, none importing another."""
