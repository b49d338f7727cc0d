"""What may be done: one activity per module, short transactions, typed refusals, no letters and no pictures."""
