"""Chapter 11: fuel markers, fuel consumption, refuelling."""
