"""The two-worlds test over the wire: what a seat cannot know shows in no answer, page or letter of the server.

For every title: a game is taken up and played on twice by the same public acts, as it is and with all that the observer
cannot know dealt anew. Everything that the observer can fetch must be the same, to the byte, in both.
"""

import os
import random
from typing import Any, NamedTuple

import pytest

from games.kernel.requests import Ask
from games.models import Game, Player
from games.services.standing_orders import do_add_order, do_replace_order
from games.titles.pirates.orders.orders import AsPlanned, Mines, Play
from games.titles.pq17.orders.doctrine import Standing
from tests.gate.worlds import World, compared, pair, started, to_a_secret, whimsical

pytestmark = pytest.mark.django_db

PAIRS, STOPS = 3, 4
"""So many pairs of worlds are played on, for so many stops each."""


class Table(NamedTuple):
    """A game and who looks on; `manner` is how the others play."""

    title: str
    scenario: str
    role: str
    manner: str = "asked"
    options: dict[str, Any] = {}
    staff: bool = False
    release_at: tuple[str, ...] = ()

    def __str__(self) -> str:
        marks = (*("staff",) * self.staff, *("hours",) * bool(self.release_at))
        words = (self.title, self.scenario, self.role, self.manner, *marks)
        return "-".join(words)


NEVER = {"value": {"at_least": 90}}
"""What is true of no ship."""
SECRET = {"flagship": True, "command": True}
"""Options of battles under which more lies hidden than mines."""
AHEAD: dict[str, tuple[dict[str, Any], ...]] = {
    "doctrine": tuple(
        {"kind": "targets", "answer": [{"order": "engage", "at": [prey], "within": "1"}]} for prey in ("dd", "cl")
    ),
    "ahead": ({"kind": "react", "answer": None}, {"kind": "react", "when": NEVER, "answer": "trap"}),
    "sealed": tuple(
        {"kind": "reactions", "answer": [{"kind": "react", "when": NEVER, "answer": answer}]}
        for answer in ("amc", "trap")
    ),
}
"""In these manners another seat has given an order ahead; in the other world one that says something else and does the
same.
"""
TOGETHER = (
    "training", "second_card", "air_groups", "air_surprise", "face_down", "destroyer_fate", "storm_combining",
    "soviet_fuel", "historical_forces", "carrier_duel", "green_crews", "sailing_home",
)  # fmt: skip
"""All options of PQ-17 that may be combined, but the two starts of 8.3, which exclude each other."""
WIDE = (
    Table("pq17", "pq13", "allied", options=dict.fromkeys((*TOGETHER, "variable_start"), True)),
    Table("pq17", "jw51b", "allied", staff=True),
) if os.environ.get("GATE_EVERY_TABLE") else ()  # fmt: skip
"""The longest, as they are played before a release; `./run test` keeps one with every option and staff that sails."""
TABLES = (
    *(Table("pirates", "two_players", role, manner) for role in ("red", "black") for manner in ("asked", "planned")),
    Table("pirates", "two_players", "black", "ahead"),
    Table("pirates", "two_players", "black", "sealed", {"tempo": "sealed"}),
    Table("pirates", "teams", "white"),
    Table("pirates", "teams", "blue", "sealed", {"tempo": "sealed"}),
    Table("pirates", "solitaire", "red", options={"phantom_targets": "player"}),
    Table("pirates", "two_players", "red", staff=True),
    Table("battleships", "mers_el_kebir", "french"),
    Table("battleships", "mers_el_kebir", "british", options=SECRET),
    Table("battleships", "third_solomon", "american", "doctrine", options=SECRET),
    Table("battleships", "third_solomon", "japanese", options=SECRET, staff=True),
    Table("pq17", "jw51b", "axis"),
    Table("pq17", "pq6", "allied"),
    Table("pq17", "qp14", "axis", options=dict.fromkeys((*TOGETHER, "from_day_one"), True), staff=True),
    *(
        Table("pq17", "campaign_march", role, "fortnights", release_at=("06:00", "18:00"))
        for role in ("allied", "axis")
    ),
    *WIDE,
    Table("goeben", "captains", "goeben"),
    Table("goeben", "captains", "breslau"),
    Table("goeben", "captains", "breslau", staff=True),
    Table("goeben", "captains_four", "stralsund", options={"fleet": "all_four"}),
    Table("goeben", "officers", "gunnery"),
    Table("goeben", "austrian", "austrian"),
    Table("goeben", "random", "commander"),
)


FIRST = {table.title: table for table in reversed(TABLES)}.values()
"""One of each title, played on PostgreSQL as well."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "table",
    [pytest.param(table, id=str(table), marks=[pytest.mark.both_databases] * (table in FIRST)) for table in TABLES],
)
def test_nothing_tells_two_worlds_apart(table: Table) -> None:
    whim = random.Random(str(table))
    game = started(table.title, table.scenario, options=table.options, release_at=table.release_at)
    player = Player.objects.get(seats__game=game, seats__role=table.role)
    Player.objects.filter(pk=player.pk).update(is_staff=table.staff, is_superuser=table.staff)
    player.refresh_from_db()
    orders = AHEAD.get(table.manner, ())
    for order in orders[:1]:
        do_add_order(player=_other(game, table.role), game_id=game.pk, raw=order)
    same = pairs = 0
    for number in range(3 * PAIRS):
        to_a_secret(game, table.role, whim, _chosen(table))
        found = pair(
            game,
            player,
            table.role,
            whim,
            _chosen(table),
            stops=STOPS,
            unlike=bool(number % 2),
            besides=lambda world: _order_anew(world, table),
        )
        if found is not None:
            verdicts = list(compared(*found))
            assert not [what for what in verdicts if isinstance(what, str)]
            same, pairs = same + len(verdicts), pairs + 1
        if pairs >= PAIRS and same > PAIRS:
            return
    pytest.fail(f"of {pairs} pairs only {same} stops could be compared")


def _other(game: Game, role: str) -> Player:
    seat = game.seats.exclude(role=role).order_by("position").first()
    assert seat is not None
    assert seat.player is not None
    return seat.player


def _order_anew(game: Game, table: Table) -> None:
    """Let the seat that has given an order ahead have said something else."""
    for raw in AHEAD.get(table.manner, ())[1:]:
        other = _other(game, table.role)
        order = other.seats.get(game=game).standing_orders.get()
        do_replace_order(player=other, order_id=order.pk, raw=raw)


def _chosen(table: Table) -> Any:
    if table.manner == "fortnights":
        return _fortnight
    return card_play if table.title == "pirates" else whimsical


def _fortnight(world: World, question: Ask[Any], whim: random.Random) -> Any:
    """Some answer of a campaign in which nobody sails, so that fortnights follow each other; others go on being asked
    what they could say for good: that they have said so may show (ADR 5).
    """
    if question.kind == "bid":
        return "0"
    answer = question.form.sample(whim.randrange)
    return tuple(one for one in answer if not isinstance(one, Standing)) if isinstance(answer, tuple) else answer


def card_play(world: World, question: Ask[Any], whim: random.Random) -> Any:
    """Some answer that can be followed with other cards; others plan no reactions, which those might make them play."""
    if question.kind == "reactions" and question.seat != world.role:
        return question.form.default()
    answers = [question.form.sample(whim.randrange) for _ in range(4)]
    if question.kind == "plan" and question.form.prospects.sealed:
        answers += [question.form.sample(whim.randrange) for _ in range(20)]
    return min(answers, key=_length)


def _length(answer: Any) -> int:
    """Of a plan the number of orders, but rather any than none: short ones are followed more easily with other cards,
    and easiest are those for which any card will do.
    """
    if not isinstance(answer, tuple):
        return 0
    return sum(3 if isinstance(order, Play | Mines) else 1 for order in answer if order != AsPlanned()) or 10
