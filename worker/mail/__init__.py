"""E-mail: incoming (`inbound`) and outgoing (`outbound`)."""
