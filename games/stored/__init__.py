"""What a stored game says, in the kernel's words; reads and writes both stand on it."""
