"""Chapter 11, and the seaplane of chapter 20: what intelligence and reconnaissance reveal."""
