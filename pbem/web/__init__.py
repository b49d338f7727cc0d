"""What browsers get: pages and accounts."""
