"""The secrecy gate catches what is planted: each plant is laid, and the gate that is named with it must speak."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import pytest

from games.kernel.conformance.play import Play, play_out
from games.kernel.conformance.report import Finding
from games.kernel.conformance.two_worlds import check_redeal, check_two_worlds
from games.kernel.title import Title
from games.models import Branch, Game, JournalSegment, Player
from games.persistence import position
from games.services.export import export_game
from games.services.notices import make_notice
from games.services.resolve.advance import do_resolve
from games.services.rewind import do_rewind
from tests.gate.asking import READERS, people
from tests.gate.glances import glimpsed
from tests.gate.laid_out import told_apart
from tests.gate.opened import told
from tests.gate.plants import PLANTS, Alter, Plant
from tests.gate.reading import everything
from tests.gate.secret_actions import (
    SecretAction,
    answers,
    in_turn,
    noticed_differences,
    reads,
    secret_actions_of,
    writes,
)
from tests.gate.test_worlds import TOGETHER
from tests.gate.worlds import compared, pair, play_on, started, to_a_secret, whimsical
from tests.kernel.toy import ADVISED
from tests.table import offer
from tests.titles.loading import load

pytestmark = pytest.mark.django_db

TABLES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "battleships": ("battleships", "mers_el_kebir", {"flagship": True, "command": True, "special_damage": True}),
    "two ships a side": ("battleships", "denmark_strait", {"flagship": True, "command": True}),
    "goeben": ("goeben", "captains", {}),
    "officers": ("goeben", "officers", {}),
    "austrian": ("goeben", "austrian", {"fleet": "all_four"}),
    "alone": ("goeben", "random", {}),
    "pirates": ("pirates", "two_players", {}),
    "pq17": ("pq17", "jw51b", {}),
    "pirates sealed": ("pirates", "two_players", {"tempo": "sealed"}),
}
SEEDS = range(3)
GAMES = {"goeben": (0, 8), "two ships a side": (1,)}
"""The games of a table in which leaks are looked for; at the others each shows in the first."""


def test_forty_leaks_are_planted_in_every_layer() -> None:
    assert len(PLANTS) >= 40
    assert {plant.gate for plant in PLANTS} == {*TABLES, *GATES}
    assert all(plant.action in map(str, READERS[plant.observer][2]) for plant in PLANTS if plant.gate == "opening")
    assert len({plant.name for plant in PLANTS}) == len(PLANTS)
    assert all(plant.shows for plant in PLANTS if plant.gate in ("action", "arctic"))
    named = {(plant.gate, plant.shows) for plant in PLANTS if plant.gate in TABLES and plant.shows}
    assert named <= {(table, _place(seed, name)) for table in TABLES for seed in _seeds(table) for name in CHECKS}


@pytest.mark.parametrize("plant", PLANTS, ids=str)
def test_a_planted_leak_is_caught(
    plant: Plant, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    if plant.gate in TABLES:
        plays = _games(plant.gate)
        alter = plant.lay(monkeypatch) or (lambda title: title)
        assert _of_titles(plays, alter, plant.shows), "the gate over the title does not notice"
        return
    gate = GATES[plant.gate](request, plant)
    plant.lay(monkeypatch)
    assert gate(), "the gate does not notice"


@pytest.mark.parametrize("table", TABLES)
def test_without_plants_the_titles_are_silent(table: str) -> None:
    """A false alarm would pass for the discovery of any plant: there is none in any game in which one is looked for."""
    assert not _of_titles(_games(table), lambda title: title)


@pytest.mark.parametrize("gate", ["named", "shut", "rewound", "arctic", "laid out"])
def test_without_plants_the_gate_is_silent(gate: str, request: pytest.FixtureRequest) -> None:
    plant = next(one for one in PLANTS if one.gate == gate)
    assert not GATES[gate](request, plant._replace(observer="", shows=""))()


@pytest.mark.parametrize("observer", sorted({one.observer for one in PLANTS if one.gate == "action"}))
def test_without_plants_no_action_is_noticed(observer: str, council: Game) -> None:
    """Neither in everything that can be read, nor where the plants show.

    `test_secret_actions` checks what black may not notice of the actions of any title at this table.
    """
    plants = [one for one in PLANTS if (one.gate, one.observer) == ("action", observer)]
    role = _seated(council, observer)
    known = {action.name: action for action in _all_actions(council)}
    actions = {one.action: known[one.action] for one in plants}
    own = {action.name for action in _own_actions()}
    assert not noticed_differences(
        council, role, [action for action in actions.values() if observer != "black" or action.name in own]
    )
    for shows in dict.fromkeys(one.shows for one in plants):
        there = dict.fromkeys(one.action for one in plants if one.shows == shows)
        assert not noticed_differences(council, role, [actions[name] for name in there], shows)


@pytest.mark.parametrize("table", TABLES)
def test_whatever_one_seat_alone_knows_changes_no_other_view(table: str) -> None:
    seen: Counter[str] = Counter()
    assert not [what for seed in SEEDS for what in glimpsed(_played(table, seed), seen)]
    assert all(seen[f"{name}: own"] == count > 0 for name, count in seen.items() if not name.endswith(": own"))
    assert len(seen) >= 2 * LEAST.get(table, 3), "something has nowhere been ordered"


LEAST = {"pirates sealed": 2}
"""Secrets of its seats that come up at a table; at the others three."""


def _games(table: str) -> list[Play]:
    """Those in which what is planted at a table is looked for."""
    return [_played(table, seed) for seed in _seeds(table)]


def _seeds(table: str) -> Sequence[int]:
    return GAMES.get(table, SEEDS[:1])


@cache
def _played(table: str, seed: int) -> Play:
    """A random game, played before anything is planted."""
    key, scenario, options = TABLES[table]
    title = load(key)
    return play_out(title, scenario, title.options.type(**options), seed, most_stops=60)


def _of_titles(plays: list[Play], alter: Alter, shows: str = "") -> list[str]:
    """What the two-worlds checks of the kernel find first: where it is said that it shows, else anywhere."""
    places = [(play, name) for play in plays for name in CHECKS]
    for played, name in sorted(places, key=lambda place: _place(place[0].seed, place[1]) != shows):
        title: Title[Any] = alter(played.title)
        play = replace(played, title=title, counts=Counter())
        if found := [*islice(CHECKS[name](play), 1)]:
            return list(map(str, found))
    return []


def _place(seed: int, name: str) -> str:
    """What a check of a game is called by the plants that show there."""
    return f"{name}, game {seed}"


def _from_the_opening(play: Play) -> Iterator[Finding]:
    """Pairs that begin with the game, when much is settled in secret that never comes up again."""
    if play.title.key not in CARRIED_OUT:
        opening = next(one for one in play.checkpoints if one.step is not None)
        yield from check_two_worlds(replace(play, checkpoints=[opening], pairs=10))


CARRIED_OUT = {"pq17"}
"""Where plans that are sealed at the opening show as soon as forces move."""
CHECKS: dict[str, Callable[[Play], Iterator[Any]]] = {
    "glimpsed": glimpsed,
    "redeal": check_redeal,
    "pairs": check_two_worlds,
    "pairs from the opening": _from_the_opening,
}


# --- the gates of the server, at the toy's table


Gate = Callable[[], list[str]]


def _action_leaks(request: pytest.FixtureRequest, plant: Plant) -> Gate:
    """What red and green do in secret, seen by another seat where the plant shows."""
    council: Game = request.getfixturevalue("council")
    role = _seated(council, plant.observer)
    action = next(action for action in _all_actions(council) if action.name == plant.action)
    return lambda: noticed_differences(council, role, [action], plant.shows)


def _seated(council: Game, observer: str) -> str:
    """The seat that looks on, at a table at which messages have been written."""
    role, _, staff = observer.partition(" ")
    if staff:
        Player.objects.filter(seats__game=council, seats__role=role).update(is_staff=True, is_superuser=True)
    writes("blue", "red", "black")(council)
    return role


def _all_actions(game: Game) -> Iterator[SecretAction]:
    """Those of any title, and some of its own."""
    yield from secret_actions_of(game, "red")
    Player.objects.filter(username="umpire").delete()
    yield from secret_actions_of(game, "green")
    yield from _own_actions()


def _own_actions() -> Iterator[SecretAction]:
    """What only this table knows."""
    yield SecretAction("red reads", reads("red"), ("red",))
    yield SecretAction("red writes to blue", writes("red", "blue"), ("red", "blue"))
    yield SecretAction("blue writes to red", writes("blue", "red"), ("blue", "red"))
    yield SecretAction("all have sealed", in_turn(answers("red"), answers("black")), ("red", "black"))
    yield SecretAction("red is told", _told, ("red",))
    on = in_turn(answers("red"), answers("black"), lambda world: do_resolve(world.pk))
    yield SecretAction("red drafts and all is played on", answers("red", 1, ready=False), ("red",), on)
    yield SecretAction("red is told before all is played on", _told, ("red",), on)
    yield SecretAction(
        "red writes to green before blue writes to black", writes("red", "green"), ("red",), writes("blue", "black")
    )


def _told(game: Game) -> None:
    """Red alone is told something by the server."""
    make_notice(game, "own_default", to=("red",), seat="red", question="bid").save(force_insert=True)


def _named(request: pytest.FixtureRequest, plant: Plant) -> Gate:
    """No card that black holds stands in anything that red can read."""
    game: Game = request.getfixturevalue("running")
    anna: Player = request.getfixturevalue("anna")

    def gate() -> list[str]:
        held = set(position.rebuild_present_state(game).hands["black"])
        found = everything(anna, game, whole=False)
        return [f"{name}: {card}" for name, text in found for card in sorted(set(_CARD.findall(text)) & held)]

    return gate


_CARD = re.compile(r"\bc\d\d\b")


def _shut(request: pytest.FixtureRequest, plant: Plant) -> Gate:
    """Secrets and rolls of a game under way stand nowhere, exports included."""
    game: Game = request.getfixturevalue("running")
    anna, staff = request.getfixturevalue("anna"), request.getfixturevalue("staff")

    def gate() -> list[str]:
        document = export_game(by=staff, game_id=game.pk).decode()
        found = [*everything(anna, game), ("the export", document)]
        hidden = [bytes(branch.secret).hex() for branch in Branch.objects.filter(game=game)]
        told = [f"{name}: a secret of the dice" for name, text in found for secret in hidden if secret in text]
        rolls = [text for name, text in found if name.endswith("/dice/")]
        return told + [f"rolls: {text}" for text in rolls if '"rolls":[]' not in text]

    return gate


def _rewound(request: pytest.FixtureRequest, plant: Plant) -> Gate:
    """A rewind has dice of its own, and deals anew what nobody has seen."""
    game, staff = started("pirates", "two_players"), request.getfixturevalue("staff")
    play_on(game, random.Random("rewound"), 2)

    def gate() -> list[str]:
        before = position.load_position(game).checkpoint
        number = JournalSegment.objects.filter(game=game).latest("number").number
        do_rewind(by=staff, game_id=game.pk, number=number, reason="A test.")
        game.refresh_from_db()
        after = position.load_position(game).checkpoint
        first, last = Branch.objects.filter(game=game).order_by("number")
        found = ["the old dice"] if bytes(first.secret) == bytes(last.secret) else []
        return found + (["the old order"] if before.state == after.state else [])

    return gate


TRIES = 3
"""Pairs of worlds of an operation that are compared."""


def _arctic(request: pytest.FixtureRequest, plant: Plant) -> Gate:
    """Two worlds of an operation with every option, seen by staff who sail in it, where it was planted."""

    def gate() -> list[str]:
        whim = random.Random("arctic")
        game = started("pq17", "qp14", options=dict.fromkeys((*TOGETHER, "from_day_one"), True))
        Player.objects.filter(seats__game=game, seats__role="axis").update(is_staff=True, is_superuser=True)
        player = Player.objects.get(seats__game=game, seats__role="axis")
        for _ in range(TRIES):
            to_a_secret(game, "axis", whim, whimsical)
            found = pair(game, player, "axis", whim, whimsical, stops=2, only=plant.shows)
            if told := [one for one in compared(*found) if isinstance(one, str)] if found is not None else []:
                return [one for one in told if plant.shows in one]
        return []

    return gate


def _laid_out(request: pytest.FixtureRequest, plant: Plant) -> Gate:
    """Secrets of an operation and of a campaign, laid out by hand, and other truths of each."""
    return lambda: [*islice(told_apart(load("pq17"), plant.observer), 1)]


def _opening(request: pytest.FixtureRequest, plant: Plant) -> Gate:
    """Mails to and fro around a game that is opened or started, in a world in which one thing is hidden otherwise."""
    request.getfixturevalue("toy")
    offer(request.getfixturevalue("monkeypatch"), ADVISED)
    people()
    who, story, hidden = READERS[plant.observer]
    return lambda: told(who, story, [one for one in hidden if one.name == plant.action], plant.shows)


GATES: dict[str, Callable[[pytest.FixtureRequest, Plant], Gate]] = {
    "action": _action_leaks,
    "named": _named,
    "shut": _shut,
    "rewound": _rewound,
    "arctic": _arctic,
    "laid out": _laid_out,
    "opening": _opening,
}
