"""Opening a game with those who sit down at once and those who are asked in; and one that is shown first, by mail."""

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
from games.errors import WrongState, wrong_state
from games.models import Game, Opening, Player
from games.services.creation import SeatWish, do_create_game
from games.services.invitations import invite_those_named
from games.services.lifecycle import begin_when_full, do_join_game
from games.stored.position import seats_in_order

GOOD_FOR = timedelta(days=14)
KEPT = timedelta(days=1)
"""How long a letter is known that is good no more: an answer may have come in time that nobody has handled yet."""

ME, OPEN, INVITED, BOT = "me", "open", "invited", "bot:"
"""Who sits in a seat of a plan: its writer, whoever comes, who is invited later, a bot; else a name or an address."""


class Plan(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game as somebody would open it by mail. All that it does not say is as the page leaves it.

    `mine` are the seats of who opens it (None: the first that is left), `sitting` says of single seats who is to have
    them, and `against` who have the others, in their order; one bot alone plays them all.
    """

    title: str
    scenario: str
    options: dict[str, Any] = {}
    mine: tuple[str, ...] | None = None
    sitting: dict[str, str] = {}
    against: tuple[str, ...] = ()
    name: str = ""
    deadline_hours: int | None = None
    visibility: str = "public"


def placed(plan: Plan, roles: Sequence[str]) -> dict[str, str]:
    """Who is to sit where, seat by seat; whom no seat is left for, is left out."""
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


def wish_of(role: str, who: str, host: Player) -> SeatWish:
    """Who is to sit in a seat, as the service takes it."""
    if who == ME:
        return SeatWish(role=role, player=host.username)
    if who.startswith(BOT):
        return SeatWish(role=role, bot=who.removeprefix(BOT))
    if who in (OPEN, INVITED):
        return SeatWish(role=role, invite=who == INVITED)
    by_address = "@" in who
    return SeatWish(role=role, invite=True, email=who if by_address else "", player="" if by_address else who)


def do_open_game(
    *, host: Player, seats: Sequence[SeatWish], for_the_dice: Mapping[str, str] | None = None, **terms: Any
) -> Game:
    """A new game in which its host has sat down where `seats` say so, and of which those who are named have a letter.

    `terms` are those of `do_create_game`. Raises Malformed, Illegal, Forbidden, WrongState, TooOften: then nothing of
    it has happened.
    """
    with transaction.atomic():
        game = do_create_game(host=host, seats=seats, **terms)
        for wish in seats:
            if wish.player == host.username and not wish.invite:
                do_join_game(player=host, game_id=game.pk, role=wish.role, **(for_the_dice or {}))
        invite_those_named(host, game, seats)
    return game


class _Tried(Exception):
    """Everything would have gone well, and nothing shall stay of it."""


def try_to_open(*, host: Player, plan: Plan) -> Game:
    """The game that would be opened, of which nothing is stored. Raises what opening it would raise."""
    found: list[Game] = []
    with suppress(_Tried), transaction.atomic():
        found.append(_opened(host, plan))
        raise _Tried
    return found[0]


def do_propose(*, player: Player, plan: Plan) -> Opening:
    """Keep what a player would open until they say yes; nothing else happens."""
    return Opening.objects.create(player=player, plan=msgspec.to_builtins(plan), expires_at=timezone.now() + GOOD_FOR)


def plan_of(row: Opening) -> Plan:
    """What was asked for."""
    return msgspec.convert(row.plan, Plan)


def do_open_proposed(*, player: Player, opening_id: UUID, came_at: datetime | None = None) -> Game:
    """Open what a letter showed. It begins at once where nobody is awaited, else when the last sits down.

    An answer counts by when it came in, not by when it is handled. Saying so again changes nothing. Raises WrongState,
    and as `do_open_game`.
    """
    with transaction.atomic():
        row = _held(player, opening_id, came_at)
        if row.game is not None:
            return row.game
        if row.dropped_at is not None:
            raise wrong_state("You have said no to this game.", "このゲームは開設しないとの回答済みです。")
        row.game = _opened(player, plan_of(row))
        row.save(update_fields=["game"])
        begin_when_full(row.game, seats_in_order(row.game))
    return row.game


def do_drop_proposed(*, player: Player, opening_id: UUID, came_at: datetime | None = None) -> None:
    """Open nothing: the letter is dead. Raises WrongState for what is open by now, and for a letter too old."""
    with transaction.atomic():
        row = _held(player, opening_id, came_at)
        if row.game is not None:
            raise wrong_state("The game is open already.", "ゲームはすでに開設されています。")
        row.dropped_at = row.dropped_at or timezone.now()
        row.save(update_fields=["dropped_at"])


def _held(player: Player, opening_id: UUID, came_at: datetime | None) -> Opening:
    """The opening, held against a second answer at the same moment, and against being forgotten. Raises WrongState for
    a letter that was too old when its answer came in, whether it is known still or not.
    """
    row = Opening.objects.select_for_update(of=("self",)).filter(pk=opening_id, player=player).first()
    if row is None or (row.game_id is None and row.expires_at <= (came_at or timezone.now())):
        raise too_old()
    return row


def too_old() -> WrongState:
    """The refusal of an answer to a letter that is good no more."""
    return wrong_state(
        "This letter is too old. Write again what is to be opened.",
        "この手紙は期限切れです。開設したいゲームをもう一度書いてください。",
    )


def forgettable(now: datetime) -> QuerySet[Opening]:
    """What was shown and never opened, and to which no answer that came in time can be under way."""
    waiting = KEPT + timedelta(seconds=settings.PBEM_MAIL_GRACE)
    return Opening.objects.filter(game=None, expires_at__lte=now - waiting)


def do_forget_openings(now: datetime | None = None) -> int:
    """Delete what is good no more, and say how many. What became a game stays: by it that begins when it is full.

    It is one statement, so that what an answer has opened at the same moment is no longer among what it deletes.
    """
    return forgettable(now or timezone.now()).delete()[0]


def _opened(host: Player, plan: Plan) -> Game:
    sitting = placed(plan, registry.current_title(plan.title).seats(plan.scenario))
    return do_open_game(
        host=host,
        seats=[wish_of(role, who, host) for role, who in sitting.items()],
        title=plan.title,
        scenario=plan.scenario,
        options=plan.options,
        name=plan.name,
        deadline_hours=plan.deadline_hours,
        visibility=plan.visibility,
    )
