"""Previews of drafts, computed beside the web server so that they slow no other request."""
