"""5.0 Movement: how fast a force is, where it may go, what holds it in port."""
