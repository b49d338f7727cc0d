"""The admin: players and their tokens, games and their seats, the outbox, the records, and the replay console."""

from django.contrib import admin

from games.admin import mail, players, records, reserves, tables, tokens

__all__ = ["mail", "players", "records", "reserves", "tables", "tokens"]

admin.site.site_header = admin.site.site_title = "Sealed Orders"
