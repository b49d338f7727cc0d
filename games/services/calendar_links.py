"""Create, replace and remove the secret link to a player's calendar of deadlines."""

from django.conf import settings
from django.db import transaction

from games.models import Player
from games.persistence.link_tokens import make_link_token


def do_renew_calendar_link(*, player: Player, close: bool = False) -> str:
    """Create a calendar link that replaces the last link, and return its URL, which cannot be read again later.

    With `close`, only remove the last link and return "".
    """
    token, digest = make_link_token()
    with transaction.atomic():
        row = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        row.calendar_digest = "" if close else digest
        row.save(update_fields=["calendar_digest"])
    return "" if close else f"{settings.PBEM_BASE_URL}/calendar/{token}.ics"
