"""What players are asked, and what they write."""
