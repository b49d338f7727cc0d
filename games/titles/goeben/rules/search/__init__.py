"""Chapter 11, and the seaplane of chapter 20: what intelligence finds and turns up."""
