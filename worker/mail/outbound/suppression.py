"""Write the notice to a player that e-mails are held back because the address accepted none.

The notice is shown in replies to the player's own e-mails, because only these replies are still sent to the address.
"""

from collections.abc import Iterator

from django.conf import settings
from django.utils.translation import gettext as _

from games.models import Player
from games.selectors.local_times import format_local_time
from games.selectors.mail_delivery import find_held_back_mail
from worker.mail.outbound.blocks import Block, Paragraph, Section


def make_held_back_section(player: Player) -> Iterator[Section]:
    """Yield a section that tells since when and how many e-mails are held back, and how to get them.

    Yields nothing if the address works.
    """
    held = find_held_back_mail(player)
    if held is not None:
        blocks: list[Block] = [
            Paragraph(
                _("E-mails to %(address)s bounced, so no e-mails about games are sent since %(time)s. Deadlines go on.")
                % {"address": player.email, "time": format_local_time(held.since, player)},
                strong=True,
            )
        ]
        blocks += [Paragraph(_("The reason that was given: %(why)s") % {"why": held.reason})] if held.reason else []
        blocks.append(Paragraph(_("E-mails that wait: %(count)d") % {"count": len(held.mail_ids)}))
        if settings.PBEM_MAIL_REPLY_ADDRESS:
            blocks.append(Paragraph(_("To have them, reply with this on a line of its own: letters arrive")))
        yield Section(_("E-mails to you are held back"), blocks, urgent=True)
