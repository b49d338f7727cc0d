"""The admin: players and their tokens, games and their seats, the outbox, the logs, and the replay console."""

from django.contrib import admin

from games.admin import audit_records, games_and_seats, mail, players, reserves, tokens

__all__ = ["audit_records", "games_and_seats", "mail", "players", "reserves", "tokens"]

admin.site.site_header = admin.site.site_title = "Sealed Orders"
