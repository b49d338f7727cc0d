"""What lies in the box: boats and distances, scenarios, options."""
