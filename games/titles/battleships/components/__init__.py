"""The components: counters, charts and distances, scenarios, options."""
