"""5.0 Movement: the speed of forces, legal routes, and rules that hold ships in port."""
