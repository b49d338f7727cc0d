"""Convert stored games to the kernel's types and back; shared by services and selectors."""
