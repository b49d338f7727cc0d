"""What lies in the box: cards, numbers, options and scenarios, and the chances of its dice."""
