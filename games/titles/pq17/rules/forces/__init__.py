"""1.2 to 1.4, 4.3 What forces hold and what sailing costs; 7.0, 7.3, 7.6 what all fights share."""
