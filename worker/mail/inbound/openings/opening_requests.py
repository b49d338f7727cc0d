"""Read an e-mail to the server itself, or a reply to the proposal of a game."""

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
"""The tag of an e-mail to the server itself."""


class OpeningRequest(NamedTuple):
    """The text of an e-mail that opens a game, or asks for the list of titles.

    `is_answer`: it answers a proposal; then `phrases` is yes or no, or both. `plan` is the requested game, or the
    refusal of a word; None if it describes no game.
    """

    command: ServerCommand | None
    is_answer: bool = False
    phrases: frozenset[str] = frozenset()
    plan: OpeningPlan | GameError | None = None


def read_opening_request(row: IncomingMail, player: Player, read: ParsedMail) -> OpeningRequest:
    """Read an e-mail to the server itself, or a reply to a proposal."""
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
    """Return the names with which its writer may sign."""
    names = {player.username, read.sender.partition("@")[0], *read.sender_names}
    return frozenset("".join(sign for sign in name.casefold() if sign.isalnum()) for name in names)


def _without_blank(lines: Sequence[str]) -> Sequence[str]:
    """Return the lines from the first non-empty one."""
    first = next((at for at, line in enumerate(lines) if line.strip()), len(lines))
    return lines[first:]
