"""What titles are made with, and the driver never touches: sheets, words, columns, pictures. Written once for all."""
