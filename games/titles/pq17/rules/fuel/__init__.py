"""Chapter 11: fuel marks, what takes turns off them, refuelling."""
