"""Pictures of the pages for the docs, and for a look at all of them: `./run screenshots`."""
