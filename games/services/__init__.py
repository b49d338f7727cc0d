"""Write operations: one activity per module, short transactions, typed refusals; no e-mail or picture is rendered."""
