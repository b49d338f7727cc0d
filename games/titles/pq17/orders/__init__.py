"""What players write, and the forms that they write it on: pure data, checked by its own fields alone."""
