"""This server behind Postfix, Dovecot and OpenDKIM."""
