"""Games out of exported documents: everything is checked as a creation is before anything is kept."""
