"""Reply to e-mails to the server's own address, and to replies to a proposed game."""

from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.utils import timezone
from msgspec.structs import replace

from games.errors import WrongState
from games.kernel.errors import GameError, Malformed, Problem
from games.kernel.text import Text, join_sentences
from games.models import Game, IncomingMail, Player, Seat
from games.persistence.mail_replies import MailReply
from games.selectors.incoming_mail import get_answered_opening
from games.selectors.mail_tag_targets import make_opening_reply_address
from games.services.openings import (
    OpeningPlan,
    do_discard_proposed,
    do_open_proposed,
    do_propose_game,
    dry_run_opening,
    expired_refusal,
)
from worker.mail.inbound.captured_refusals import unwrap
from worker.mail.inbound.openings.opening_requests import UNTAGGED_KEY, OpeningRequest
from worker.mail.inbound.openings.proposal_reply import (
    describe_how_to_open,
    describe_proposal,
    describe_title,
    find_plan_word,
    list_all_titles,
)
from worker.mail.inbound.openings.server_commands import HELP, NEW, ServerCommand
from worker.mail.inbound.received_mail import ReceivedMail
from worker.mail.inbound.reply_words import ACCEPT, DECLINE

MOST_HELP = 3
"""The number of e-mails in an hour that explain how to write, to a sender who is not understood."""
NOT_UNDERSTOOD = Text(
    "Nothing in your mail was a word that is understood here.", "お送りいただいたメールの内容を理解できませんでした。"
)
YES_NO_OR_CHANGE = Text(
    "Reply “yes” on a line of its own to open the game, “no” to drop it, or write what is to be otherwise.",
    "開設するには「はい」、取りやめるには「いいえ」を1行で返信してください。変更点を書くこともできます。",
)
_UNDERSTOOD = Text("Understood: the game is to be opened.", "ゲームを開設すると理解しました。")
_BEGUN = Text(
    "The game has begun: its scenario, seats and options can no longer be changed.",
    "ゲームは始まっているため、シナリオ・席・オプションは変更できません。",
)
_REPLACES = Text(
    "“{name}” is open. “yes” calls it off and opens this one instead; new invitations are sent.",
    "「{name}」は開設済みです。「はい」と返信すると、取りやめてこのゲームを代わりに開設し、招待状を送り直します。",
)
_DROPPED = Text("Nothing is opened.", "ゲームは開設しません。")


def handle_opening_mail(mail: ReceivedMail) -> MailReply:
    """Propose a game, list the titles, or open a proposed game, as the message requests; return the reply."""
    wish, language = mail.text.opening_request, mail.player.language
    if wish is not None and wish.is_answer:
        return _answer_proposal(mail, wish)
    if wish is None or wish.command is None:
        return MailReply(outcome="rejected", notes=(NOT_UNDERSTOOD,), facts=describe_how_to_open(language))
    try:
        return _said(mail.player, wish.command, wish)
    except GameError as error:
        return _refused(error, language)


def was_told_recently(row: IncomingMail, most: int = 1) -> bool:
    """Return True if the sender of `row` got at least `most` help texts within the last hour.

    Only a program would ask more often.
    """
    since = timezone.now() - timedelta(hours=1)
    others = IncomingMail.objects.filter(
        player=row.player_id, tag=UNTAGGED_KEY, outcome="rejected", received_at__gt=since
    )
    return row.tag == UNTAGGED_KEY and others.exclude(pk=row.pk)[:most].count() >= most


def _said(player: Player, said: ServerCommand, wish: OpeningRequest) -> MailReply:
    """Return the reply to a command to the server: help, the titles, one title, or a new game. Raises GameError."""
    if said.name == HELP:
        return MailReply(outcome="words", facts=describe_how_to_open(player.language))
    first = said.lines[0] if said.name != NEW else ""
    if first:
        return MailReply(outcome="words", facts=describe_title(first, player.language))
    if wish.plan is None or said.name != NEW:
        return MailReply(outcome="words", facts=list_all_titles(player.language))
    return _proposed(player, unwrap(wish.plan))


def _proposed(player: Player, plan: OpeningPlan) -> MailReply:
    """Store a proposed game and return the reply that proposes it. Raises as `do_open_game`."""
    try:
        game = dry_run_opening(host=player, plan=plan)
    except GameError as error:
        raise Malformed(*_with_words(error, plan)) from None
    row = do_propose_game(player=player, plan=plan)
    return MailReply(
        outcome="words",
        facts=describe_proposal(plan, game, player.language) | {"reply_to": make_opening_reply_address(row)},
    )


def _changed(player: Player, plan: OpeningPlan, opened: Game | None) -> MailReply:
    """Store a changed proposal and return the reply that proposes it.

    `opened` is the game if it was opened already: the changed game will replace it. Raises WrongState if `opened` has
    started.
    """
    if opened is None:
        return _proposed(player, plan)
    if opened.status != Game.Status.OPEN:
        raise WrongState(detail=_BEGUN)
    reply = _proposed(player, replace(plan, replaces=str(opened.pk)))
    note = _REPLACES.format(name=opened.name)
    says = join_sentences((note, Text.same(reply.facts["says"]))) if reply.facts.get("says") else note
    return replace(reply, facts=reply.facts | {"says": says.get(player.language)})


def _with_words(error: GameError, plan: OpeningPlan) -> Iterator[Problem]:
    """Yield the problems of a service's error, each with the word of the request that it is about."""
    for one in error.problems or (Problem("", error.code, error.detail),):
        word = find_plan_word(one.pointer, plan)
        said = one.message
        yield Problem(
            "",
            one.code,
            Text("“{word}”: {said}", "「{word}」：{said}").format(word=word, said=said) if word else said,
            one.rule,
        )


def _refused(error: GameError, language: str) -> MailReply:
    """Return the reply that says why no game can be opened, and how to ask for one."""
    return MailReply(outcome="rejected", notes=tuple(_why(error)), facts=describe_how_to_open(language))


def _why(error: GameError) -> Iterator[Text]:
    for one in error.problems or (Problem("", error.code, error.detail),):
        with_rule = Text("{message} Rule {rule}.", "{message}（ルール {rule}）")
        yield with_rule.format(message=one.message, rule=one.rule) if one.rule else one.message


def _answer_proposal(mail: ReceivedMail, wish: OpeningRequest) -> MailReply:
    """Open a proposed game, discard it, or propose it with changes."""
    row, player = mail.row, mail.player
    opening = get_answered_opening(row)
    about = {"reply_to": make_opening_reply_address(opening)} if opening else {}
    try:
        if opening is None:
            raise expired_refusal()
        if wish.phrases == {ACCEPT}:
            if mail.must_wait:
                return mail.quarantine(notes=(_UNDERSTOOD,), facts=about)
            return _opened(do_open_proposed(player=player, opening_id=UUID(row.tag[1:]), received_at=row.received_at))
        if wish.phrases == {DECLINE}:
            do_discard_proposed(player=player, opening_id=UUID(row.tag[1:]), received_at=row.received_at)
            return MailReply(outcome="words", notes=(_DROPPED,))
        if wish.command is not None and wish.command.name != NEW and not isinstance(wish.plan, OpeningPlan):
            reply = _said(player, wish.command, wish)
            return replace(reply, facts=reply.facts | about)
        if wish.plan is None:
            return MailReply(outcome="rejected", notes=(YES_NO_OR_CHANGE,), facts=about)
        return _changed(player, unwrap(wish.plan), opening.game)
    except GameError as error:
        reply = _refused(error, player.language)
        notes = reply.notes if wish.phrases else (*reply.notes, YES_NO_OR_CHANGE)
        return MailReply(outcome="rejected", notes=notes, facts=about)


def _opened(game: Game) -> MailReply:
    """Return the reply that the game is open."""
    url = f"{settings.PBEM_BASE_URL}/games/{game.pk}/"
    if game.status != Game.Status.OPEN:
        note = Text(
            "“{name}” is open and begins now: what it asks of you comes in e-mails of its own.",
            "「{name}」を開設し、ただちに開始しました。質問は続くメールでお届けします。",
        ).format(name=game.name)
    elif Seat.objects.filter(game=game, kind=Seat.Kind.OPEN).exclude(reserved_for="").exists():
        note = Text(
            "“{name}” is open, and the invitations are on their way. It begins when all seats are taken.",
            "「{name}」を開設し、招待状を送りました。全席が埋まると始まります。",
        ).format(name=game.name)
    else:
        note = Text(
            "“{name}” is open. It begins when all seats are taken.",
            "「{name}」を開設しました。全席が埋まると始まります。",
        ).format(name=game.name)
    return MailReply(outcome="words", notes=(note,), facts={"url": url})
