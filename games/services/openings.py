"""Open a game with its host and invited players. A game requested by e-mail is first stored as a proposal."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from msgspec import Struct

from games import registry
from games.errors import Missing, WrongState, wrong_state
from games.models import Game, Opening, Player
from games.persistence.position import seats_in_order
from games.services.creation import SeatAssignment, do_create_game
from games.services.hosting_limits import lock_host, refuse_too_many_games, refuse_too_many_reserved
from games.services.invitations import invite_named_players
from games.services.lifecycle import begin_when_full, do_join_game
from games.services.purge import do_delete_unbegun

PROPOSAL_LIFETIME = timedelta(days=14)
PROPOSAL_RETENTION = timedelta(days=1)
"""How long an expired proposal is kept, because a reply that came in time may not have been processed yet."""

ME, OPEN, INVITED, BOT = "me", "open", "invited", "bot:"
"""Occupants of a seat in an `OpeningPlan`: its writer, any player, a player invited later, "bot:" and a bot's name.

Any other occupant is a player's name or an e-mail address."""


class OpeningPlan(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game that a player wants to open by e-mail; other settings have the defaults of the page for new games."""

    title: str
    scenario: str
    options: dict[str, Any] = {}
    mine: tuple[str, ...] | None = None
    """The roles of the writer's seats; None: the first seat left."""
    sitting: dict[str, str] = {}
    """The occupants of the seats with these roles: player names, e-mail addresses, ``bot:NAME``, ``me``, ``open`` (for
    any player) or ``invited`` (for a player invited later).
    """
    against: tuple[str, ...] = ()
    """The occupants of the other seats in order; one single bot plays all of these."""
    name: str = ""
    deadline_hours: int | None = None
    visibility: str = "public"
    hints: bool | None = None
    """Whether players may ask the bot for hints; None: only if one player plays alone."""
    language: str = ""
    """The language of the invitations."""
    personal_line: str = ""
    """A sentence of the writer in the invitations."""
    replaces: str = ""
    """The id of an open game, not started yet, that this game replaces; empty for none."""


def assign_seats(plan: OpeningPlan, roles: Sequence[str]) -> dict[str, str]:
    """Return the occupant of each of the `roles`; occupants in the plan for whom no seat is left are ignored."""
    found = {role: plan.sitting.get(role, "") for role in roles}
    mine = plan.mine
    if mine is None and ME not in found.values():
        mine = tuple(role for role in roles if not found[role])[:1]
    found |= dict.fromkeys((role for role in mine or () if role in found), ME)
    left = [role for role in roles if not found[role]]
    alone = len(plan.against) == 1 and plan.against[0].startswith(BOT)
    coming = plan.against * len(left) if alone else plan.against
    found |= dict(zip(left, coming, strict=False))
    return {role: who or OPEN for role, who in found.items()}


def make_seat_assignment(role: str, who: str, host: Player) -> SeatAssignment:
    """Return, as a `SeatAssignment`, that `who` gets the seat `role`.

    `who` is an occupant in an `OpeningPlan` (a name, an address, ``bot:NAME``, …) that `host` has written.
    """
    if who == ME:
        return SeatAssignment(role=role, player=host.username)
    if who.startswith(BOT):
        return SeatAssignment(role=role, bot=who.removeprefix(BOT))
    if who in (OPEN, INVITED):
        return SeatAssignment(role=role, invite=who == INVITED)
    by_address = "@" in who
    return SeatAssignment(role=role, invite=True, email=who if by_address else "", player="" if by_address else who)


def do_open_game(
    *,
    host: Player,
    seats: Sequence[SeatAssignment],
    nonce: Mapping[str, str] | None = None,
    takes_seats: bool = True,
    begins_when_full: bool = False,
    **terms: Any,
) -> Game:
    """Create a game, invite the players named for seats, and with `takes_seats` seat the host where the host is named.

    With `begins_when_full` the game starts automatically when all seats are taken and no nonce is hidden: at once, or
    when the last player takes a seat. `nonce` are the nonce arguments of `do_join_game` for the host. The other
    arguments are those of `do_create_game`. Raises the errors of `do_create_game`, `do_invite` and `do_join_game`; then
    nothing is stored.
    """
    with transaction.atomic():
        lock_host(host)
        refuse_too_many_games(host)
        refuse_too_many_reserved(host, seats)
        game = do_create_game(host=host, seats=seats, **terms)
        for wish in seats:
            if takes_seats and wish.player == host.username and not wish.invite:
                do_join_game(player=host, game_id=game.pk, role=wish.role, **(nonce or {}))
        invite_named_players(host, game, seats)
        if begins_when_full:
            Opening.objects.create(player=host, plan={}, expires_at=timezone.now(), game=game)
            begin_when_full(game, seats_in_order(game))
    return game


class _Tried(Exception):
    """Raised to roll back the transaction of a successful dry run."""


def dry_run_opening(*, host: Player, plan: OpeningPlan) -> Game:
    """Return the game that `host` would open with the plan; nothing is stored. Raises as `do_open_game`."""
    found: list[Game] = []
    with suppress(_Tried), transaction.atomic():
        found.append(_opened(host, plan))
        raise _Tried
    return found[0]


def do_propose_game(*, player: Player, plan: OpeningPlan) -> Opening:
    """Store a plan as a proposed game that the player can confirm until `PROPOSAL_LIFETIME` is over."""
    return Opening.objects.create(
        player=player, plan=msgspec.to_builtins(plan), expires_at=timezone.now() + PROPOSAL_LIFETIME
    )


def load_plan(row: Opening) -> OpeningPlan:
    """Return the plan of a proposed game."""
    return msgspec.convert(row.plan, OpeningPlan)


def do_open_proposed(*, player: Player, opening_id: UUID, received_at: datetime | None = None) -> Game:
    """Open a proposed game. It starts at once if all seats are taken, else when the last player takes a seat.

    `received_at` is when the player's reply came in (default: now); the proposal must not have expired then. Repeating
    it changes nothing and returns the same game. Raises WrongState if the proposal has expired or was discarded, and
    the errors of `do_open_game`.
    """
    with transaction.atomic():
        row = _held(player, opening_id, received_at)
        if row.game is not None:
            return row.game
        if row.dropped_at is not None:
            raise wrong_state("You have said no to this game.", "このゲームは開設しないとの回答済みです。")
        plan = load_plan(row)
        _delete_replaced(player, plan)
        row.game = _opened(player, plan)
        row.save(update_fields=["game"])
        begin_when_full(row.game, seats_in_order(row.game))
    return row.game


def _delete_replaced(player: Player, plan: OpeningPlan) -> None:
    """Delete the open game that the plan replaces, if it still exists.

    Raises WrongState if that game has started, or if another player has taken a seat in it.
    """
    if plan.replaces:
        with suppress(Missing):
            do_delete_unbegun(by=player, game_id=plan.replaces)


def do_discard_proposed(*, player: Player, opening_id: UUID, received_at: datetime | None = None) -> None:
    """Discard a proposed game. Raises WrongState if the game has been opened or the proposal has expired.

    `received_at`: as for `do_open_proposed`.
    """
    with transaction.atomic():
        row = _held(player, opening_id, received_at)
        if row.game is not None:
            raise wrong_state("The game is open already.", "ゲームはすでに開設されています。")
        row.dropped_at = row.dropped_at or timezone.now()
        row.save(update_fields=["dropped_at"])


def _held(player: Player, opening_id: UUID, came_at: datetime | None) -> Opening:
    """Return the player's proposal, locked against a concurrent reply and its deletion.

    Raises WrongState if the proposal had expired when the reply came in (`came_at`), or is deleted.
    """
    row = Opening.objects.select_for_update(of=("self",)).filter(pk=opening_id, player=player).first()
    if row is None or (row.game_id is None and row.expires_at <= (came_at or timezone.now())):
        raise expired_refusal()
    return row


def expired_refusal() -> WrongState:
    """Return the error for a reply to an expired proposal."""
    return wrong_state(
        "This e-mail is too old. Write again what is to be opened.",
        "このメールは期限切れです。開設したいゲームをもう一度書いてください。",
    )


def find_expired_openings(now: datetime) -> QuerySet[Opening]:
    """Return proposals that expired unconfirmed so long ago that all replies in time have been processed."""
    waiting = PROPOSAL_RETENTION + timedelta(seconds=settings.PBEM_MAIL_GRACE_SECONDS)
    return Opening.objects.filter(game=None, expires_at__lte=now - waiting)


def do_delete_expired_openings(now: datetime | None = None) -> int:
    """Delete expired proposals and return how many. Confirmed proposals stay, because their games start automatically.

    This is one SQL statement, so that it does not delete a proposal that a concurrent reply confirms.
    """
    return find_expired_openings(now or timezone.now()).delete()[0]


def _with_invitation(seat: SeatAssignment, plan: OpeningPlan) -> SeatAssignment:
    """Return the assignment with the plan's language and personal line for the invitation, if a person is invited."""
    if not seat.invite:
        return seat
    return msgspec.structs.replace(seat, language=plan.language, personal_line=plan.personal_line)


def _opened(host: Player, plan: OpeningPlan) -> Game:
    sitting = assign_seats(plan, registry.current_title(plan.title).seats(plan.scenario))
    return do_open_game(
        host=host,
        seats=[_with_invitation(make_seat_assignment(role, who, host), plan) for role, who in sitting.items()],
        title=plan.title,
        scenario=plan.scenario,
        options=plan.options,
        name=plan.name,
        deadline_hours=plan.deadline_hours,
        visibility=plan.visibility,
        hints_allowed=plan.hints,
    )
