"""What somebody is answered who writes to the server itself, or to the letter that shows a game to be opened."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from games.kernel.errors import GameError, Malformed, Problem
from games.kernel.text import Text
from games.models import Game, IncomingMail, Opening, Player, Seat
from games.selectors.inbound import opening_of
from games.selectors.tags import opening_tag
from games.services.opening import (
    Plan,
    do_drop_proposed,
    do_open_proposed,
    do_propose,
    plan_of,
    too_old,
    try_to_open,
)
from games.stored.replies import Reply
from games.stored.tags import UNTAGGED
from worker.inbound.doubt import is_doubtful, waiting
from worker.inbound.openings.asked import plan_asked
from worker.inbound.openings.shown import every_title, how_to_open, one_title, plan_shown, word_of
from worker.inbound.openings.words import HELP, NEW, Said, paragraph, what_is_said
from worker.inbound.reading import Read
from worker.inbound.reserving import ACCEPT, DECLINE, words_meant

NO_WORD_OF_OURS = Text(
    "Nothing in your mail was a word that is understood here.", "お送りいただいたメールの内容を理解できませんでした。"
)
YES_NO_OR_CHANGE = Text(
    "Reply “yes” on a line of its own to open the game, “no” to drop it, or write what is to be otherwise.",
    "開設するには「はい」、取りやめるには「いいえ」を1行で返信してください。変更点を書くこともできます。",
)
_UNDERSTOOD = Text("Understood: the game is to be opened.", "ゲームを開設すると理解しました。")
_DROPPED = Text("Nothing is opened.", "ゲームは開設しません。")


def answer_opening(row: IncomingMail, player: Player, read: Read, *, waited: bool) -> Reply:
    """Show what would be opened or what there is, or open what was shown, as the message says."""
    said = what_is_said(read.lines, read.subject if row.tag == _BARE else "")
    if row.tag != _BARE and (said is None or said.what != NEW):
        return _answered(row, opening_of(row), player, read, waited=waited)
    if said is None:
        return Reply(outcome="rejected", notes=(NO_WORD_OF_OURS,), facts=how_to_open(player.language))
    try:
        return _said(player, said, _own_names(player, read))
    except GameError as error:
        return _refused(error, player.language)


_BARE = UNTAGGED.kind + UNTAGGED.subject.hex


def was_told_lately(row: IncomingMail) -> bool:
    """Whether its sender was told within the hour what is understood here."""
    since = timezone.now() - timedelta(hours=1)
    others = IncomingMail.objects.filter(player=row.player_id, tag=_BARE, outcome="rejected", received_at__gt=since)
    return row.tag == _BARE and others.exclude(pk=row.pk).exists()


def _own_names(player: Player, read: Read) -> frozenset[str]:
    """How its writer may be called under a mail."""
    names = {player.username, read.sender.partition("@")[0], *read.names}
    return frozenset("".join(sign for sign in name.casefold() if sign.isalnum()) for name in names)


def _said(player: Player, said: Said, names: frozenset[str]) -> Reply:
    """An answer to the words of the server's own. Raises GameError."""
    first, *more = said.lines
    if said.what == HELP:
        return Reply(outcome="words", facts=how_to_open(player.language))
    if said.what != NEW:
        return Reply(
            outcome="words", facts=one_title(first, player.language) if first else every_title(player.language)
        )
    lines = [line for line in (first, *more) if line]
    if not lines:
        return Reply(outcome="words", facts=every_title(player.language))
    return _proposed(player, plan_asked(lines, names=names))


def _proposed(player: Player, plan: Plan) -> Reply:
    """The letter that shows a game. Raises what opening it would raise."""
    try:
        game = try_to_open(host=player, plan=plan)
    except GameError as error:
        raise Malformed(*_with_words(error, plan)) from None
    row = do_propose(player=player, plan=plan)
    return Reply(outcome="words", facts=plan_shown(plan, game, player.language) | {"reply_to": opening_tag(row)})


def _with_words(error: GameError, plan: Plan) -> Iterator[Problem]:
    """What a service refuses, with the word that it is about."""
    for one in error.problems or (Problem("", error.code, error.detail),):
        word = word_of(one.pointer, plan)
        said = one.message
        yield Problem("", one.code, Text(f"“{word}”: {said.en}", f"「{word}」：{said.ja}") if word else said, one.rule)


def _refused(error: GameError, language: str) -> Reply:
    """Why nothing can be opened, and how to ask."""
    return Reply(outcome="rejected", notes=tuple(_why(error)), facts=how_to_open(language))


def _why(error: GameError) -> Iterator[Text]:
    for one in error.problems or (Problem("", error.code, error.detail),):
        en, ja = (f" Rule {one.rule}.", f"（ルール {one.rule}）") if one.rule else ("", "")
        yield Text(one.message.en + en, one.message.ja + ja)


def _answered(row: IncomingMail, opening: Opening | None, player: Player, read: Read, *, waited: bool) -> Reply:
    """An answer to the letter that shows a game: yes, no, or what is to be otherwise; None is what is forgotten."""
    about = {"reply_to": opening_tag(opening)} if opening else {}
    meant = words_meant(read) & {ACCEPT, DECLINE}
    lines = [line for line in paragraph(_without_blank(read.lines)) if line]
    try:
        if opening is None:
            raise too_old()
        if meant == {ACCEPT}:
            if is_doubtful(row, waited=waited):
                return waiting(row, None, notes=(_UNDERSTOOD,), facts=about)
            return _opened(do_open_proposed(player=player, opening_id=UUID(row.tag[1:]), came_at=row.received_at))
        if meant == {DECLINE}:
            do_drop_proposed(player=player, opening_id=UUID(row.tag[1:]), came_at=row.received_at)
            return Reply(outcome="words", notes=(_DROPPED,))
        if meant or not lines:
            return Reply(outcome="rejected", notes=(YES_NO_OR_CHANGE,), facts=about)
        return _proposed(player, plan_asked(lines, plan_of(opening), _own_names(player, read)))
    except GameError as error:
        reply = _refused(error, player.language)
        notes = reply.notes if meant else (*reply.notes, YES_NO_OR_CHANGE)
        return Reply(outcome="rejected", notes=notes, facts=about)


def _without_blank(lines: Sequence[str]) -> Sequence[str]:
    """The lines from the first that says something."""
    first = next((at for at, line in enumerate(lines) if line.strip()), len(lines))
    return lines[first:]


def _opened(game: Game) -> Reply:
    """The game is there."""
    url = f"{settings.PBEM_BASE_URL}/games/{game.pk}/"
    if game.status != Game.Status.OPEN:
        note = Text(
            f"“{game.name}” is open and begins now: what it asks of you comes in letters of its own.",
            f"「{game.name}」を開設し、ただちに開始しました。質問は続く手紙でお届けします。",
        )
    elif Seat.objects.filter(game=game, kind=Seat.Kind.OPEN).exclude(reserved_for="").exists():
        note = Text(
            f"“{game.name}” is open, and the invitations are on their way. It begins when all seats are taken.",
            f"「{game.name}」を開設し、招待状を送りました。全席が埋まると始まります。",
        )
    else:
        note = Text(
            f"“{game.name}” is open. It begins when all seats are taken.",
            f"「{game.name}」を開設しました。全席が埋まると始まります。",
        )
    return Reply(outcome="words", notes=(note,), facts={"url": url})
