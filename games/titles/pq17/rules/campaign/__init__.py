"""Chapter 15: the campaign. A fortnight is put together from the order of battle and folded back into it."""
