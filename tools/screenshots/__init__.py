"""`./run screenshots`: take pictures of all pages, for reviewing them and for the docs."""
