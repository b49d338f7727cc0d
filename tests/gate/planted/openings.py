"""What tells of others whoever opens a game by mail, starts one, is asked in or looks on."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from msgspec import structs

from games.errors import wrong_state
from games.kernel.text import Text
from games.kernel.title import Title
from games.models import Game, Invitation, Opening, OutgoingMail, Player, Seat
from games.persistence.mail_tags import BOUNCE, make_tag, reply_address
from games.selectors import invitations as listed
from games.services import incoming_mail, invitations
from games.services.openings import OpeningPlan
from tests.gate.opened import GAME
from tests.gate.planted.plant import Patch, Plant, set_to
from worker.mail.inbound import seat_replies
from worker.mail.inbound.openings import opening_replies, proposal_reply
from worker.mail.outbound import account_emails, mime_message


def _owner(address: str) -> str:
    """Who has an account under this address, or the address."""
    found = Player.objects.filter(email__iexact=address).first()
    return found.username if found else address


_true_sitter = proposal_reply._sitter


def _by_account(title: Title[Any], who: str) -> Text:
    return _true_sitter(title, _owner(who))


_true_try = opening_replies.dry_run_opening


def _knows_who_is_gone(*, host: Player, plan: OpeningPlan) -> Game:
    if Player.objects.filter(username__in=plan.sitting.values(), is_active=False).exists():
        raise wrong_state("This account is shut.", "このアカウントは停止中です。")
    return _true_try(host=host, plan=plan)


def _number_on_the_envelope(mail: int) -> str:
    return reply_address(make_tag(BOUNCE, UUID(int=mail), 0, 0))


_true_owing = invitations.do_queue_account_email


def _declined_by_account(*, template: str, facts: dict[str, str], **more: Any) -> OutgoingMail:
    return _true_owing(template=template, facts=facts | {"who": _owner(facts.get("who", ""))}, **more)


def _slower_while_somebody_is_away(**letter: Any) -> OutgoingMail:
    row = _true_owing(**letter)
    if Player.objects.exclude(vacation_until=None).exists():
        OutgoingMail.objects.filter(pk=row.pk).update(created_at=row.created_at - timedelta(seconds=1))
    return row


_true_about = invitations._about


def _names_all_who_are_asked(row: Invitation, known: Player | None) -> dict[str, str]:
    others = Seat.objects.filter(game=row.game_id).order_by("position").values_list("reserved_for", flat=True)
    return _true_about(row, known) | {"seat": ", ".join(others)}


def _counted_openings(patch: Patch) -> None:
    patch.setattr(Opening._meta.get_field("id"), "_get_default", lambda: UUID(int=Opening.objects.count() + 1))


_true_start = seat_replies.do_start_game


def _state_before_right(*, player: Player, game_id: UUID) -> Game:
    if Game.objects.get(pk=game_id).status == Game.Status.RUNNING:
        raise wrong_state("This game cannot be started.", "このゲームは開始できません。")
    return _true_start(player=player, game_id=game_id)


_true_state = listed.build_invitation_state


def _listed_by_account(row: Invitation) -> listed.InvitationState:
    found = _true_state(row)
    return structs.replace(found, recipient=_owner(found.recipient))


_true_personal = account_emails.build_account_message


def _from_the_host(*letter: Any) -> Any:
    found, game = _true_personal(*letter), Game.objects.filter(name=GAME).first()
    found.extra_headers["X-Host"] = game.host.email if game and game.host else ""
    return found


OPENINGS = (
    Plant(
        "the account at an address, before it is asked",
        "opening",
        set_to(proposal_reply, "_sitter", _by_account),
        action="the address has an account",
        observer="the host, who asks an address in",
        shows="letter",
    ),
    Plant(
        "accounts that are shut",
        "opening",
        set_to(opening_replies, "dry_run_opening", _knows_who_is_gone),
        action="somebody had that name",
        observer="the host, who names nobody",
        shows="letter",
    ),
    Plant(
        "numbers of letters on their envelopes",
        "opening",
        set_to(mime_message, "bounce_address", _number_on_the_envelope),
        action="much else goes on",
        observer="the host, who asks a player in",
        shows="letter",
    ),
    Plant(
        "the account at an address, which declines",
        "opening",
        set_to(invitations, "do_queue_account_email", _declined_by_account),
        action="the address has an account",
        observer="the host, whom she declines",
        shows="letter",
    ),
    Plant(
        "letters that were owed earlier, because somebody is away",
        "opening",
        set_to(incoming_mail, "do_queue_account_email", _slower_while_somebody_is_away),
        action="he is away",
        observer="the host, who asks a player in",
        shows="letter",
    ),
    Plant(
        "who else is asked in",
        "opening",
        set_to(invitations, "_about", _names_all_who_are_asked),
        action="a stranger is asked",
        observer="the guest",
        shows="letter",
    ),
    Plant(
        "how many games were asked for",
        "opening",
        _counted_openings,
        action="much else goes on",
        observer="the host, who thinks better",
        shows="letter",
    ),
    Plant(
        "that a private game goes on",
        "opening",
        set_to(seat_replies, "do_start_game", _state_before_right),
        action="it goes on",
        observer="who has found the address of a start",
        shows="letter",
    ),
    Plant(
        "the name of a private game",
        "opening",
        set_to(incoming_mail, "may_see", lambda player, game: True),
        action="it has another name",
        observer="who has found the address of a start",
        shows="letter",
    ),
    Plant(
        "the account at an address, in the list of those who were asked",
        "opening",
        set_to(listed, "build_invitation_state", _listed_by_account),
        action="the address has an account",
        observer="the host, who asks an address in",
        shows="invitations",
    ),
    Plant(
        "the host's address",
        "opening",
        set_to(account_emails, "build_account_message", _from_the_host),
        action="her address is another",
        observer="the guest",
        shows="letter",
    ),
)
