"""What a form says that the attack of boats, a hunt for them and the fire of neighbours come to."""

from typing import Any

import pytest

from games.kernel.requests import Ask
from games.titles.pq17.orders.air_battle import AirStrikeForm, Laid
from games.titles.pq17.orders.draft_odds import Dive, dive_lines
from games.titles.pq17.rules.air import air_attack_odds as air_odds
from games.titles.pq17.rules.forces.submarine_combat import Encounter, mean_attacking_boats, torpedo_hits
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.search.strikes import strikes
from games.titles.pq17.rules.search.submarine_odds import dive_odds
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Convoy, Shadow
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import play
from tests.titles.pq17.strikes import OPEN, air, facing

rule = pytest.mark.rule
DAY = Encounter(day=True, weather="fair")
PACK = "ss_german 2"


def asked(board: Board) -> Ask[Any]:
    (question,) = play(strikes(board), says={"strikes": "pass"}).asked
    return question


def told(form: Any, *draft: dict[str, Any], language: str = "en") -> list[str]:
    return [line.text.get(language) for line in form.preview([*draft]).lines]


def stalked(*escort: str, level: int = 1, **fields: Any) -> Board:
    """A pack of two, unidentified, in the hex of a convoy that was found."""
    convoy = force("pq", "allied", "convoy", OPEN, "mv 8", *escort)
    return facing(convoy, force("pack", "axis", "wolfpack", OPEN, PACK), level=level, **fields)


# ---------------------------------------------------------------- boats


@rule("pq17", "7.4")
@pytest.mark.parametrize(("dice", "mean"), [(0, 180), (2, 140), (4, 100), (6, 60)])
def test_how_many_boats_attack_on_average(dice: int, mean: int) -> None:
    """Two boats by day: the ten faces of the chart one by one, those before the escorts and those after them."""
    assert mean_attacking_boats(BOX, 2, dice, DAY) == mean


@rule("pq17", "7.4")
def test_no_more_boats_attack_than_there_are_and_night_helps_them() -> None:
    assert mean_attacking_boats(BOX, 1, 0, DAY) <= 100
    assert mean_attacking_boats(BOX, 2, 4, Encounter(day=False, weather="fair")) == mean_attacking_boats(BOX, 2, 2, DAY)


@rule("pq17", "7.3.1", "7.4.3")
def test_from_which_face_torpedoes_of_boats_hit() -> None:
    assert torpedo_hits(BOX, "convoy") == (7, 7)
    assert torpedo_hits(BOX, "heavy") == (7, 8), "capital ships, and cruisers"
    assert torpedo_hits(BOX, "light") == (9, 9)


@rule("pq17", "7.4", "7.4.3c")
def test_the_form_tells_it_of_each_pack_and_of_what_its_boats_name() -> None:
    board = stalked("dd_a_i 3")
    form = asked(board).form
    draft = {"order": "attack", "force": "pack", "at": contact_name(board.force("pq"))}
    (line,) = told(form, draft)[1:]
    assert line == (
        "boats that attack, of 2: on average 1.8 where nobody hunts them, 1.4 against 2 dice, 1.0 against 4 dice,"
        " 0.6 against 6 dice; a torpedo hits transports on 7 or more."
    )
    (line,) = told(form, {**draft, "boats": ["heavy", "light"]})[1:]
    assert line.endswith("; a torpedo hits heavy ships on 7 or 8 or more; a torpedo hits light ships on 9 or more.")
    assert "（2隻中の平均）：護衛なしで1.8" in told(form, draft, language="ja")[1]


@rule("pq17", "7.4")
def test_what_it_tells_rests_on_nothing_that_the_seat_does_not_know() -> None:
    """The escorts, and whether the carrier that declared a radius still holds it."""
    bare, guarded = stalked(), stalked("dd_a_i 3", "es_british 4")
    assert dives_of(bare) == dives_of(guarded)
    fit, hurt = (covered(crippled) for crippled in (False, True))
    assert dives_of(fit) == dives_of(hurt)
    assert dives_of(fit) != dives_of(bare), "the radius itself counts"


def dives_of(board: Board) -> Any:
    return [*asked(board).form.dives.values()]


def covered(crippled: bool) -> Board:
    board = stalked()
    carrier = force("cv", "allied", "task_force", OPEN, "victorious")
    carrier.counters[0].crippled = crippled
    board.place(carrier)
    board.identify(carrier, 1)
    board.state.declared = ["cv"]
    for one in board.state.forces:
        one.block = {"pq": 7, "cv": 8}.get(one.id, one.block)
    return board


@rule("pq17", "7.4")
def test_a_pack_that_follows_helps_another() -> None:
    alone, helped = stalked(), stalked()
    for board in (alone, helped):
        board.place(force("other", "axis", "wolfpack", OPEN, PACK))
    helped.state.shadows.append(Shadow(by="wolfpack", who="other", target="pq"))
    (before,), (after,) = ([one["pack"] for one in dives_of(board)] for board in (alone, helped))
    assert after.means > before.means


@rule("pq17", "7.7.2")
def test_among_stragglers_each_boat_attacks() -> None:
    board = stalked()
    board.force("pq").convoy = Convoy(laden=True, scattered=True)
    (found,) = dives_of(board)
    assert found["pack"].means == ()
    assert dive_lines(found["pack"], ()).en == "boats that attack: all 2; a torpedo hits transports on 7 or more."


@rule("pq17", "7.4.4")
def test_of_packs_that_meet_nothing_is_foretold() -> None:
    prey = force("ss", "allied", "wolfpack", OPEN, "ss_british 2")
    board = facing(prey, force("pack", "axis", "wolfpack", OPEN, PACK))
    assert dive_odds(board, "axis", asked(board).form) == {}


def test_one_boat_is_told_of_like_many() -> None:
    one = Dive(1, ("light",), {"light": (9, 9)}, ((0, 70), (2, 40)))
    assert dive_lines(one, ()).en == (
        "boats that attack, of 1: on average 0.7 where nobody hunts them, 0.4 against 2 dice;"
        " a torpedo hits light ships on 9 or more."
    )


# ---------------------------------------------------------------- hunts


def hunted(**fields: Any) -> Board:
    """A German pack that was found, with destroyers and an aircraft of the Allies over it."""
    pack = force("pack", "axis", "wolfpack", OPEN, PACK)
    board = facing(pack, force("tf", "allied", "task_force", OPEN, "dd_a_i 4"), side="allied", **fields)
    board.state.air = [air("hudson", "coastal", "wick", at=OPEN, mission="attack")]
    return board


@rule("pq17", "7.4.1", "7.4.2")
def test_what_hunters_throw_at_boats() -> None:
    """Offensive: -1, so that 5 to hold down is thrown on 6; four destroyers throw two dice, two aircraft as many."""
    board = hunted()
    form, at = asked(board).form, contact_name(board.force("pack"))
    said = "2 dice at the boats, of which 2 a boat count: 6 or more holds them down, 9 or more takes one."
    said += " boats taken 19% · held down alone 45% · −1 attack on their own initiative 7.4.2"
    assert told(form, {"order": "attack", "force": "tf", "at": at})[1:] == [said]
    assert told(form, {"order": "strike", "units": ["coastal"], "at": at})[1:] == [said]
    (line,) = told(form, {"order": "strike", "units": ["coastal"], "at": at}, language="ja")[1:]
    assert line.startswith("対潜ダイス2個（潜水艦1隻につき2個まで）：6以上で制圧、9以上で1隻除去。")
    assert line.endswith("潜水艦除去 19% · 制圧のみ 45% · −1 能動的な攻撃 7.4.2")


@rule("pq17", "7.4.1")
def test_who_has_nothing_to_hunt_with_reads_that() -> None:
    board = hunted()
    board.force("tf").counters[0].ship = "norfolk"
    at = contact_name(board.force("pack"))
    assert told(asked(board).form, {"order": "attack", "force": "tf", "at": at})[1:] == ["nothing to hunt boats with."]


# ---------------------------------------------------------------- the fire of neighbours


@rule("pq17", "7.2.5a", "7.2.5d")
def test_who_fires_for_a_neighbour_is_who_has_a_number() -> None:
    row = [("dd_a_i", (("dd_a_i", 3),)), ("mv", (("mv", 8),)), ("palomares", (("palomares", 1),))]
    assert dict(air_odds.supporting_values(BOX, row)) == {"palomares": 2}


def over() -> AirStrikeForm:
    row = tuple(Laid(name, ((name, 1),)) for name in ("norfolk", "mv", "palomares", "mo"))
    return AirStrikeForm(row=row, units=(("ju", 2), ("he", 2)), guns={"norfolk": 2, "palomares": 3})


@rule("pq17", "7.2.5a")
def test_an_assignment_says_which_neighbours_fire() -> None:
    form = over()
    beside = "Beside it, unless attacked in this wave, fire at one unit each: "
    first = {"order": "assign", "unit": "ju", "at": "mv"}
    assert told(form, first) == [f"{beside}'norfolk' 2, 'palomares' 3."]
    assert told(form, {**first, "at": "mo"}) == [f"{beside}'palomares' 3."]
    assert told(form, {**first, "at": "norfolk"}) == [], "a merchant has a star alone"
    second = {"order": "assign", "unit": "he", "at": "palomares"}
    assert told(form, first, second) == [f"{beside}'norfolk' 2."], "who is attacked in this wave fires for himself"
    assert told(form, first, {**second, "wave": "2"}) == [f"{beside}'norfolk' 2, 'palomares' 3."]
    assert told(form, first, language="ja") == [
        "この波で攻撃されない隣の艦も1部隊ずつ射撃：「norfolk」2、「palomares」3。"
    ]


def test_an_assignment_to_nobody_says_nothing() -> None:
    assert told(over(), {"order": "assign", "unit": "ju", "at": "nobody"}) == []
