"""Read an e-mail to the server's own address, or a reply to a proposal.

Here, a proposal is a new game that a player has requested by e-mail and has not confirmed yet.
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.kernel.errors import GameError
from games.models import IncomingMail, Player
from games.persistence.mail_tags import UNTAGGED
from games.selectors.incoming_mail import get_answered_opening
from games.services.openings import OpeningPlan, load_plan
from worker.mail.inbound.captured_refusals import capture_refusal
from worker.mail.inbound.command_parser import separate_paragraphs
from worker.mail.inbound.mail_parser import ParsedMail
from worker.mail.inbound.openings.proposal_parser import parse_proposal
from worker.mail.inbound.openings.server_commands import NEW, ServerCommand, first_paragraph, read_server_command
from worker.mail.inbound.reply_words import ACCEPT, DECLINE, read_answer_words

UNTAGGED_KEY = UNTAGGED.kind + UNTAGGED.subject.hex
"""The tag, as a row stores it, of an e-mail to the server's own address."""


class OpeningRequest(NamedTuple):
    """What an e-mail to the server's own address, or a reply to a proposal, requests."""

    command: ServerCommand | None
    """The command in the e-mail, if there is one."""
    is_answer: bool = False
    """True if the e-mail answers a proposal."""
    phrases: frozenset[str] = frozenset()
    """The words for yes and no in an answer to a proposal."""
    plan: OpeningPlan | GameError | None = None
    """The requested game, or the error for a word that is not understood; None if the text describes no game."""


def read_opening_request(row: IncomingMail, player: Player, read: ParsedMail) -> OpeningRequest:
    """Return what an e-mail to the server's own address, or a reply to a proposal of a new game, requests.

    `row` is the stored e-mail, `read` its parsed text.
    """
    written = separate_paragraphs(read.lines, read.paragraph_starts)
    said = read_server_command(written, read.subject if row.tag == UNTAGGED_KEY else "")
    names = _own_names(player, read)
    if row.tag != UNTAGGED_KEY and (said is None or said.name != NEW):
        return _answer(row, said, _without_blank(written), read_answer_words(read), names)
    lines = [line for line in said.lines if line] if said and said.name == NEW else []
    return OpeningRequest(
        said, plan=capture_refusal(lambda: parse_proposal(lines, ignored_names=names)) if lines else None
    )


def _answer(
    row: IncomingMail, said: ServerCommand | None, written: Sequence[str], words: frozenset[str], names: frozenset[str]
) -> OpeningRequest:
    meant = words & {ACCEPT, DECLINE}
    opening, lines = get_answered_opening(row), [line for line in first_paragraph(written) if line]
    if meant or opening is None or not lines:
        return OpeningRequest(said, True, meant)
    return OpeningRequest(said, True, plan=capture_refusal(lambda: parse_proposal(lines, load_plan(opening), names)))


def _own_names(player: Player, read: ParsedMail) -> frozenset[str]:
    """Return the normalized names with which the writer of an e-mail may sign."""
    names = {player.username, read.sender.partition("@")[0], *read.sender_names}
    return frozenset("".join(sign for sign in name.casefold() if sign.isalnum()) for name in names)


def _without_blank(lines: Sequence[str]) -> Sequence[str]:
    """Return the lines from the first non-empty one."""
    first = next((at for at, line in enumerate(lines) if line.strip()), len(lines))
    return lines[first:]
