"""Tables of what a reply by e-mail says and what is read from it; see README.md."""
