"""6.2.2: who refuses a search, and on what grounds."""

from typing import Any

import msgspec
import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import Side, column
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.refusals import RefusalForm
from games.titles.pq17.rules.search.cards import Look, card_finds, grounds_of_owner, grounds_on_card
from games.titles.pq17.rules.search.location import locate_target
from games.titles.pq17.rules.search.public_options import public_grounds
from games.titles.pq17.rules.search.segment import search
from games.titles.pq17.state.events.search import Refused
from games.titles.pq17.state.state import AirUnit, Kind, Shadow
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.boards import WORDS
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.ch06_search.searches import card, card_look, meeting, met_under_way
from tests.titles.pq17.playing import a_card, heard, play
from tests.titles.pq17.strikes import OPEN

rule = pytest.mark.rule
GROUNDS: Any = ("wolfpack", "carrier", "cam")


@rule("pq17", "6.2.2", "1.4.3", positions=("P4", "P5", "PP57"))
def test_6_2_2_who_may_refuse() -> None:
    plus = card("+")
    assert grounds_of_owner(plus, card_look(weather="fog"), carriers=1, cams=1) == ("carrier",)
    assert grounds_of_owner(plus, card_look(weather="reduced"), carriers=1, cams=1) == ("carrier", "cam")
    assert grounds_of_owner(plus, card_look(weather="fog"), cams=1) == ()
    assert grounds_of_owner(card("U"), card_look(), carriers=1, cams=1) == ()
    assert grounds_of_owner(plus, card_look()) == ()


@rule("pq17", "6.2.2", "6.6.1a", position="PP58")
def test_6_2_2_the_submerged_submarine() -> None:
    boat = card("U", submarine=True)
    assert grounds_of_owner(boat, card_look(), wolfpack=True) == ("wolfpack",)
    assert grounds_of_owner(boat, card_look(), wolfpack=True, passing=True) == ()
    assert grounds_of_owner(card("U"), card_look(), wolfpack=True) == ()
    at_night = msgspec.structs.replace(card_look(), day=False)
    night = msgspec.structs.replace(boat, night=msgspec.structs.replace(boat.night, force=("U",) * 4))
    assert card_finds(night, at_night)
    assert grounds_of_owner(night, at_night, wolfpack=True) == ()


@rule("pq17", "6.2.2", "6.2.2a", "6.2.2b", position="P4")
def test_6_2_2_a_carrier_refuses() -> None:
    board = meeting(force("home", "allied", "task_force", OPEN, "victorious"))
    board.state.shadows = [Shadow("home", "sector", "barents")]
    card = a_card("both", "+", submarine=False)
    played = play(search(board), cards=[card], says={"refuse@allied": "refuse home ground=carrier"})
    (question,) = played.asked
    assert question.form.found[0].grounds == ("carrier",)
    assert board.force("home").level is None
    assert board.state.reports[-1].refusal == "carrier"
    assert any(isinstance(event, Refused) for event in heard(board, "axis"))


@rule("pq17", "6.2.2", "6.2.2b")
@pytest.mark.parametrize(
    ("side", "kind", "bought", "asked"),
    [
        ("allied", "task_force", False, True), ("allied", "dummy", False, True),
        ("axis", "task_force", False, False), ("axis", "dummy", False, False), ("axis", "dummy", True, True),
    ],
)  # fmt: skip
def test_6_2_2_nobody_is_asked_where_all_know_that_he_has_no_aircraft(
    side: Side, kind: Kind, bought: bool, asked: bool
) -> None:
    ships = () if kind == "dummy" else ("norfolk",) if side == "allied" else ("lutzow",)
    prey = force("prey", side, kind, OPEN, *ships)
    board = meeting(prey, side="axis" if side == "allied" else "allied", options=Options(historical_forces=bought))
    board.state.air = [AirUnit("catalina" if side == "axis" else "fw_200", 1, id="scout", base="wick")]
    board.state.shadows = [Shadow("prey", "aircraft", "scout")]
    played = play(search(board), cards=[a_card("both", "+", submarine=False)])
    assert bool(played.asked) is asked


@rule("pq17", "6.2.2", "1.2a")
def test_6_2_2_an_identified_force_is_known_to_be_no_wolfpack() -> None:
    board = meeting(force("prey", "allied", "task_force", OPEN, "norfolk"))
    board.identify(board.force("prey"), 1)
    assert play(search(board), cards=[a_card("force", "U", submarine=True)]).asked == []


@rule("pq17", "6.2.2", position="PP58")
def test_6_2_2_a_wolfpack_dives() -> None:
    board = meeting(force("pack", "axis", "wolfpack", OPEN, "ss_german 3"), side="allied")
    play(search(board), cards=[a_card("force", "U", submarine=True)], says={"refuse": "refuse pack ground=wolfpack"})
    assert board.force("pack").level is None


@rule("pq17", "6.2.2", "1.4.3", position="P5")
def test_6_2_2_a_cam_ship_refuses_once() -> None:
    board = meeting(force("pq", "allied", "convoy", OPEN, "mv 5", "mc 1"))
    board.state.shadows = [Shadow("pq", "sector", "barents")]
    play(search(board), cards=[a_card("both", "+", submarine=False)], says={"refuse": "refuse pq ground=cam"})
    assert [one.used for one in board.force("pq").counters] == [False, True]


@rule("pq17", "6.2.2", "6.2.2b", "6.6.1a")
@pytest.mark.parametrize(
    ("side", "kind", "level", "passing", "grounds"),
    [
        ("allied", "convoy", None, False, ["wolfpack", "carrier", "cam"]),
        ("allied", "convoy", 1, False, ["carrier", "cam"]),
        ("allied", "task_force", 1, False, ["carrier"]),
        ("allied", "task_force", None, False, ["wolfpack", "carrier", "cam"]),
        ("allied", "wolfpack", 0, False, ["wolfpack"]),
        ("allied", "wolfpack", 0, True, []),
        ("allied", "task_force", None, True, ["carrier", "cam"]),
        ("axis", "task_force", None, False, ["wolfpack"]),
        ("axis", "task_force", 1, False, []),
        ("axis", "wolfpack", 2, False, ["wolfpack"]),
    ],
)
def test_6_2_2_which_grounds_of_refusal_all_can_see_a_block_might_have(
    side: Any, kind: Any, level: int | None, passing: bool, grounds: list[str]
) -> None:
    """PQ-17 lists Victorious, and no carrier of the Axis."""
    board = arctic(force("x", side, kind, OPEN, level=level))
    assert list(public_grounds(board, board.force("x"), GROUNDS, passing=passing)) == grounds
    assert not public_grounds(board, board.force("x"), (), passing=passing)


@rule("pq17", "6.2.2", "6.2.2b", "1.4.3")
@pytest.mark.parametrize(
    ("scenario", "grounds"),
    [("pq6", []), ("pq13", ["carrier"]), ("pq14", ["carrier", "cam"]), ("qp14", ["carrier"]), ("jw51b", [])],
)
@pytest.mark.parametrize("level", [None, 1])
def test_6_2_2_nobody_is_asked_for_aircraft_that_no_list_of_his_scenario_has(
    scenario: str, grounds: list[str], level: int | None
) -> None:
    """A convoy that a + found: CAM ships came in with PQ-14, and the convoys to the end of 1942 had none."""
    board = arctic(force("x", "allied", "convoy", OPEN, "mv 5", level=level))
    board.state.scenario = scenario
    assert list(public_grounds(board, board.force("x"), ("carrier", "cam"))) == grounds


@rule("pq17", "6.2.2", "1.4.3")
@pytest.mark.parametrize(
    ("weather", "cams", "carriers", "grounds"),
    [
        ("fair", 1, 0, ("cam",)), ("reduced", 1, 1, ("carrier", "cam")), ("storm", 1, 1, ("carrier",)),
        ("fog", 1, 0, ()),
        ("gale", 0, 1, ("carrier",)), ("fair", 0, 0, ()),
    ],
)  # fmt: skip
def test_6_2_2_grounds_to_refuse_a_plus(weather: Any, cams: int, carriers: int, grounds: tuple[str, ...]) -> None:
    place = column(weather)
    card = next(one for one in BOX.cards.values() if one.day.air[place] == "+" and not one.star)
    look = Look(day=True, weather=weather, row="air", level=1)
    assert grounds_of_owner(card, look, cams=cams, carriers=carriers) == grounds


@rule("pq17", "6.2.2", "6.6.1a", "7.1.1d")
@pytest.mark.parametrize(("side", "dives"), [("axis", False), ("allied", True)])
def test_6_2_2_a_pack_under_way_cannot_dive_from_an_attack(side: Side, dives: bool) -> None:
    """The silhouette saves a pack at rest, in the phase of its enemy, and none that passes in its own."""
    prey = force("p", "axis", "wolfpack", OPEN, "ss_german 2")
    board = met_under_way(prey, force("b", "allied", "wolfpack", OPEN, "ss_british 1"), side=side, level=1)
    board.state.instructions["axis"] = Instructions(refuses="always")
    card = a_card("force", "U", submarine=True)
    found = play(locate_target(board, "wolfpack", prey, key="l"), cards=[card]).result.found
    assert found is not dives


@rule("pq17", "6.2.2b")
def test_6_2_2b_the_symbols_are_the_same_whatever_a_block_holds() -> None:
    assert grounds_on_card(card("+", submarine=True), card_look()) == ("carrier", "cam", "wolfpack")
    assert grounds_on_card(card("3", submarine=True), card_look(1)) == (), "a card that fails is not shown"


@rule("pq17", "6.2.2b")
def test_6_2_2b_a_dummy_is_on_the_form_and_can_refuse_nothing() -> None:
    board = meeting(force("lure", "allied", "dummy", OPEN))
    played = play(search(board), cards=[a_card("force", "U", submarine=True)])
    (question,) = played.asked
    assert isinstance(question.form, RefusalForm)
    assert [(one.force, one.grounds) for one in question.form.found] == [("lure", ())]
    assert not question.form.is_forced(), "an answer at once would tell that there is nothing to refuse"
    assert question.form.templates_by_verb.keys() == {"instruct"}


@rule("pq17", "6.2.2b")
@pytest.mark.parametrize(
    ("holding", "said", "unsaid"),
    [
        ((), ("none can refuse", "submit no orders"), "Refuse?"),
        (("victorious",), ("Refuse?", "may drive"), "submit no orders"),
    ],
)
def test_6_2_2b_where_nothing_can_refuse_the_question_says_so_and_why_it_is_asked(
    holding: tuple[str, ...], said: tuple[str, ...], unsaid: str
) -> None:
    board = meeting(force("prey", "allied", "task_force" if holding else "dummy", OPEN, *holding))
    board.state.shadows = [Shadow("prey", "sector", "barents")] * bool(holding)
    card = a_card("both", "+", submarine=False) if holding else a_card("force", "U", submarine=True)
    (question,) = play(search(board), cards=[card], says={"refuse": "pass"}).asked
    told = WORDS.explain_question(question, "en")
    assert all(words in told for words in said)
    assert unsaid not in told
    assert bool([*question.form.schema_notes()]) is bool(holding)
    assert ("拒否できる部隊はありません" in WORDS.explain_question(question, "ja")) is not bool(holding)


@rule("pq17", "6.2.2b")
def test_6_2_2b_who_is_asked_may_answer_for_good() -> None:
    board = meeting(force("lure", "allied", "dummy", OPEN))
    play(search(board), cards=[a_card("force", "U", submarine=True)], says={"refuse": "instruct refuses does=always"})
    assert board.state.instructed("allied").refuses == "always"


@rule("pq17", "6.2.2b")
def test_6_2_2b_nobody_is_asked_without_a_symbol() -> None:
    board = meeting(force("home", "allied", "task_force", OPEN, "victorious"))
    assert play(search(board), cards=[a_card("force", "U", submarine=False)]).asked == []


@rule("pq17", "6.2.2b")
@pytest.mark.parametrize(("standing", "refused"), [("always", True), ("never", False)])
def test_6_2_2b_a_standing_answer_is_not_asked_for(standing: Any, refused: bool) -> None:
    board = meeting(force("pack", "axis", "wolfpack", OPEN, "ss_german 3"), side="allied")
    board.state.instructions["axis"] = Instructions(refuses=standing)
    assert play(search(board), cards=[a_card("force", "U", submarine=True)]).asked == []
    assert (board.force("pack").level is None) is refused


@rule("pq17", "6.2.2b", "15.0a")
def test_6_2_2b_in_a_campaign_cam_ships_may_be_with_any_convoy() -> None:
    board = campaign()
    board.place(force("x", "allied", "convoy", OPEN, "mv 5", level=1))
    assert list(public_grounds(board, board.force("x"), ("cam",))) == ["cam"]
