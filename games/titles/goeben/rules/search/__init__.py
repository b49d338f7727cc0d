"""Chapter 11, and the seaplane of chapters 20 and 21: what intelligence and seaplanes reveal."""
