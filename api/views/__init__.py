"""The API views, one module for each resource."""
