"""1.2 to 1.4, 4.3 The contents of forces, and the cost of leaving port; 7.0, 7.3, 7.6 rules common to all combat."""
