"""5.0 Movement: the speed of forces, legal routes, rules that hold forces in port, and the naval movement segment."""
