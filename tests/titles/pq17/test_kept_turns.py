"""A few turns, played once from positions laid out by hand and kept: what the rules made of every answer.

As `tests/titles/whole_games.py` keeps whole games, but from the middle of things, so that it is quick: in `melees.py`
everybody has found somebody. A kept turn says nothing of what is right: the tests by rule do. What it says is that
something is no longer as it was, and where.

After a change of the rules that was meant, `WRITE_PLAYTHROUGHS=1 pytest tests/titles/pq17/test_kept_turns.py` plays all
of them anew, for a maintainer to look at what differs and to commit.
"""

import os
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec import convert, json, structs

from games.kernel.conformance.play import Progress
from games.kernel.driver import Run, opening
from games.kernel.errors import GameError
from games.kernel.events import PUBLIC, UMPIRE
from games.kernel.forms import Form
from games.kernel.journal import Given
from games.kernel.pick import whims
from games.kernel.requests import Ask
from games.titles.pq17.box.options import Options
from games.titles.pq17.box.pieces import SIDES
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Chit, Phase
from tests.titles.loading import load
from tests.titles.pq17 import melees
from tests.titles.pq17.box import BOX
from tests.titles.pq17.hidden import between_operations
from tests.titles.whole_games import PARTS, Noted, Recipe, Replay, _digest, alike, written

PQ17 = load("pq17")
FOLDER = Path(__file__).parent / "turns"
DRAWN, MOST = 4, 12
"""Answers that are drawn to be judged, and how many orders of them are taken apart."""
BRIEF = 3
"""So many stops are played at random alone."""


class Turns(Replay):
    """A few turns from a position on; `recipe.scenario` is its name in `POSITIONS`."""

    def __init__(self, recipe: Recipe) -> None:
        make, step, self.stops = POSITIONS[recipe.scenario]
        begun = structs.replace(opening(PQ17, make().state), step=step)
        self._title, self._recipe = PQ17, recipe
        self._progress, self._chance = Progress(PQ17, begun), Noted(recipe.name.encode())
        self._seats = ("allied", "axis", PUBLIC, UMPIRE)
        self._stop = -1

    def _looks(self, run: Run) -> Iterator[str]:
        yield from super()._looks(run)
        yield _digest([_form_of(one) for one in run.asked])


def _form_of(question: Ask[Any]) -> list[Any]:
    """What a question proposes, and what comes of answers to it."""
    form = question.form
    given = [form.proposals(), form.write(form.example())]
    return [*given, *(_judged(form, draft) for draft in _drafts(form))]


def _drafts(form: Form[Any]) -> list[Any]:
    """Answers right and wrong: as drawn, two in one, with words left out, and with words of others in their place."""
    drawn = [form.write(form.sample(whims("draft", number))) for number in range(DRAWN)]
    if not all(isinstance(one, list) and all(isinstance(order, dict) for order in one) for one in drawn):
        return drawn
    orders = [order for one in drawn for order in one][:MOST]
    found: list[Any] = [*drawn, *(one + other for one, other in pairwise(drawn)), orders]
    for place, order in enumerate(orders):
        others = orders[place + 1 :] + orders[:place]
        for key in sorted(order.keys() - {"order"}):
            found.append([{name: value for name, value in order.items() if name != key}])
            value = next((one[key] for one in others if key in one and one[key] != order[key]), None)
            if value is not None:
                found.append([order | {key: value}])
    return found


def _judged(form: Form[Any], draft: Any) -> Any:
    """What is wrong with an answer, and what is foretold of it."""
    try:
        wrong = list(form.problems(form.read(draft)))
    except GameError as error:
        return error.problems
    return wrong, form.outlook(draft), form.marks(draft)


def operation(name: str, **options: bool) -> Callable[[], Sea]:
    """An operation that has not begun."""
    return lambda: Sea(PQ17.new_game(name, convert(options, PQ17.options_type)), BOX)


def campaign_of(make: Callable[..., Any], **options: bool) -> Callable[[], Sea]:
    def laid() -> Sea:
        sea: Sea = make()
        sea.state.options = convert(options, PQ17.options_type)
        return sea

    return laid


def _chits() -> dict[str, tuple[Callable[[], Sea], str, int]]:
    """Each situation in a hand that can use it."""
    none = Chit("p", "none")
    hands = {
        "raids": (Chit("c", "fleet_air_strike"), Chit("g", "port_raid")),
        "bombing": (Chit("a", "bombing_order", target="narvik", turn=12), Chit("f", "minelaying", target=melees.EAST)),
        "gearbox": (Chit("f", "gearbox"), Chit("s", "wunderland")),
        "title": (Chit("o", "title", target="trondheim", turn=12), Chit("u", "sizilien")),
        "archery": (Chit("m", "archery", target="1310", turn=12, forces=["raider"]), Chit("n", "no_restrictions")),
        "reinforced": (Chit("k", "reinforcements"), Chit("l", "reinforcements")),
        "betrayed": (none, Chit("d", "cobweb")),
        "breaking_out": (none, Chit("e", "break_out", forces=["scheer"])),
        "running": (none, Chit("i", "axis_convoy")),
        "offensive": (Chit("e", "ground_offensive"), Chit("m", "ground_offensive")),
    }
    moves = {
        "gearbox": {"kept": "barentsburg", "raider": "barentsburg", "lutzow": "kara_sea"},
        "title": {"tirpitz": "trondheim", "hipper": "0214"},
        "archery": {"raider": "1310"},
        "breaking_out": {"lutzow": "atlantic", "tirpitz": "0303"},
        "bombing": {"sweep": melees.EAST},
        "running": {"eugen": "tromso"},
    }
    found: dict[str, tuple[Callable[[], Sea], str, int]] = {}
    for number, (name, both) in enumerate(hands.items()):
        meets = partial(melees.chits, *both, moves.get(name))
        found[name] = partial(melees.chits, *both), "axis_phase" if number % 2 else "allied_phase", 6
        found[f"{name}_met"] = partial(_under_way, meets), "movement", 3
        found[f"{name}_settled"] = meets, "situations", 2
        found[f"{name}_over"] = partial(_ending, meets), "victory", 2
    return found


def _under_way(make: Callable[[], Sea]) -> Sea:
    """The axis moves."""
    sea = make()
    sea.state.phase = Phase("axis")
    return sea


def _ending(make: Callable[[], Sea]) -> Sea:
    """The operation is over."""
    sea = make()
    sea.state.turn = 60
    return sea


POSITIONS: dict[str, tuple[Callable[[], Sea], str, int]] = {
    **{f"{kind}_{side}": (partial(melees.weathered, kind), f"{side}_phase", 6)
       for kind in ("fair", "reduced", "fog", "storm", "gale") for side in ("axis", "allied")},
    "night_axis": (partial(melees.melee, light="dec_2"), "axis_phase", 6),
    "night_allied": (partial(melees.weathered, "reduced", light="dec_2"), "allied_phase", 6),
    "optional_axis": (partial(melees.melee, options=melees.ALL), "axis_phase", 6),
    "optional_allied": (partial(melees.melee, options=melees.ALL, light="dec_2"), "allied_phase", 6),
    **{f"declared_{kind}_{side}{'_night' * (light != 'jul_1')}":
           (partial(melees.declared, side, kind, light=light), "air_combat", 8)
       for kind in ("fair", "reduced", "storm") for side in SIDES for light in ("jul_1", "dec_2")},
    **{f"declared_optional_{side}": (partial(melees.declared, side, "reduced", light="dec_2", options=melees.ALL),
                                     "air_combat", 8) for side in SIDES},
    **{f"ordered_{side}{number}": (partial(melees.ordered, side, *orders, options=options), "photo", 5)
       for side, orders in (("allied", melees.ALLIED), ("axis", melees.AXIS))
       for number, options in (("", Options()), ("_optional", melees.ALL))},
    "raiding": (partial(melees.ordered, "allied", Raid("narvik", ("albacore_victorious",))), "air_combat", 4),
    "raiding_field": (partial(melees.ordered, "allied", Raid("bardufoss", ("albacore_victorious",))), "air_combat", 4),
    "by_instruction": (partial(melees.melee, instructions={}), "axis_phase", 6),
    **_chits(),
    **{name: (operation(name), "options", 5) for name in ("pq6", "pq8", "pq12", "pq17", "jw51b", "qp14", "jw55b")},
    "bought": (operation("jw51b", historical_forces=True, variable_start=True), "options", 6),
    "between": (campaign_of(between_operations), "fortnight", 8),
    "between_green": (campaign_of(between_operations, green_crews=True, sailing_home=True), "fortnight", 8),
    "composed": (lambda: Sea(melees.composed(), BOX), "allied_phase", 4),
    **{f"spent_{number}": (partial(melees.spent, number), "turn_end", 5) for number in range(0, 20, 2)},
    **{f"spent_green_{number}": (partial(melees.spent, number, green_crews=True, sailing_home=True), "turn_end", 5)
       for number in range(1, 20, 2)},
    **{f"event_{number}": (partial(melees.weathered, ("fair", "reduced", "storm")[number % 3]),
                           "axis_phase" if number % 2 else "allied_phase", 2) for number in range(24)},
}  # fmt: skip
"""Each with the step that begins it, and how often somebody is asked at most."""


def kept(recipe: Recipe) -> list[str]:
    """The turns of a recipe, played now."""
    turns, answers, lines = Turns(recipe), list[Given](), list[str]()
    for _ in range(turns.stops):
        run, looks = turns.goes_on(answers)
        lines.append(" ".join(looks))
        if run.over:
            break
        answers = turns.chosen(run)
        lines += [f"> {json.encode([answer.seat, answer.answer]).decode()}" for answer in answers]
    return lines


def first_difference(recipe: Recipe, lines: list[str]) -> str:
    """Where kept turns are others now: the stop, what differs there and what is told; nothing if all is as it was."""
    turns, answers, stop = Turns(recipe), list[Given](), 0
    for line in lines:
        if line.startswith("> "):
            seat, answer = json.decode(line[2:])
            answers.append(Given(seat, answer, "trial"))
            continue
        run, looks = turns.goes_on(answers)
        differing = [
            name for name, old, new in zip((*PARTS, "answers"), line.split(), looks, strict=True) if old != new
        ]
        if differing:
            told = "\n".join(f"  {event.step}: {json.encode(event.told).decode()}" for event in run.events)
            return f"stop {stop}, {', '.join(differing)}; told now:\n{told}"
        answers, stop = [], stop + 1
    by_no_rule = turns.without_rule()
    return f"rolled by no rule: {by_no_rule[0]}" if by_no_rule else ""


def recipes() -> list[Recipe]:
    """What is kept: each position played at random, and those of several turns by the bot too."""
    found = []
    for name, (_, _, stops) in POSITIONS.items():
        players = (("random", 1), ("admiral", 2)) if stops > BRIEF else (("random", 1),)
        found += [Recipe(scenario=name, seed=seed, bot=bot) for bot, seed in players]
    return found


def write(recipe: Recipe) -> None:
    """Play the turns of a recipe and keep them."""
    lines = [f"# {json.encode(recipe).decode()}", *kept(recipe)]
    (FOLDER / f"{recipe.name}.txt").write_text("\n".join(lines) + "\n")


if os.environ.get("WRITE_PLAYTHROUGHS"):
    for recipe in recipes():
        write(recipe)


@pytest.mark.parametrize("name", alike(path.stem for path in FOLDER.glob("*.txt")))
def test_kept_turns_are_what_they_were(name: str) -> None:
    recipe, lines = written(FOLDER / f"{name}.txt")
    difference = first_difference(recipe, lines)
    assert not difference, f"{difference}\nIf the rules were meant to change: WRITE_PLAYTHROUGHS=1 pytest {__file__}"


def test_turns_of_every_position_are_kept() -> None:
    kept_of = {written(path)[0].scenario for path in FOLDER.glob("*.txt")}
    assert kept_of == set(POSITIONS)
