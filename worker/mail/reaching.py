"""What a player hears whose address takes no mail, in the only letters that still go there: answers to their own."""

from collections.abc import Iterator

from django.conf import settings
from django.utils.translation import gettext as _

from games.models import Player
from games.selectors.delivery import held_back
from worker.mail.blocks import Block, Section, Words
from worker.mail.times import local_time


def held_back_section(player: Player) -> Iterator[Section]:
    """Since when letters are held back, how many, and how to have them; nothing for who gets all letters."""
    held = held_back(player)
    if held is not None:
        blocks: list[Block] = [
            Words(
                _("Letters to %(address)s came back, so since %(time)s none of a game's is sent. Deadlines go on.")
                % {"address": player.email, "time": local_time(held.since, player)},
                strong=True,
            )
        ]
        blocks += [Words(_("The reason that was given: %(why)s") % {"why": held.why})] if held.why else []
        blocks.append(Words(_("Letters that wait: %(count)d") % {"count": len(held.letters)}))
        if settings.PBEM_MAIL_REPLY:
            blocks.append(Words(_("To have them, reply with this on a line of its own: letters arrive")))
        yield Section(_("Letters to you are held back"), blocks, urgent=True)
