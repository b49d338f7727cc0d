"""5.3, 7.1 Missions and the segments of combat played: who may attack whom, what is ordered ahead, locating."""

import pytest

from games.kernel.events import PUBLIC
from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.attacks import Attack, Strike
from games.titles.pq17.orders.doctrine import After, Instructions
from games.titles.pq17.orders.missions import Fly
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.search.legal_attacks import known_strength
from games.titles.pq17.rules.search.strikes import strikes, strikes_form
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.air import Located
from games.titles.pq17.state.state import Report, Shadow, Sky, Strength
from tests.titles.pq17.arctic import force
from tests.titles.pq17.playing import a_card, heard, play
from tests.titles.pq17.strikes import OPEN, air, bombers, facing, raiders

rule = pytest.mark.rule


@rule("pq17", "7.1")
@rule("pq17", "7.1.1")
def test_pp75_only_what_is_identified_can_be_attacked() -> None:
    prey = force("tf", "allied", "task_force", OPEN, "norfolk")
    board = facing(prey, force("pack", "axis", "wolfpack", OPEN, "ss_german 2"), level=None)
    assert strikes_form(board, "axis").targets == ()
    assert play(strikes(board)).asked == []
    board.identify(prey, 0)
    assert strikes_form(board, "axis").targets[0].forces == ("pack",)


@rule("pq17", "7.1")
def test_the_question_comes_wherever_all_can_see_that_it_may() -> None:
    prey = force("tf", "allied", "task_force", OPEN, "norfolk")
    board = facing(prey, force("lure", "axis", "dummy", OPEN))
    (question,) = play(strikes(board)).asked
    assert question.form.templates_by_verb.keys() == {"instruct"}
    assert not question.form.is_forced(), "a dummy in the hex is asked like a force"


@rule("pq17", "7.1", "6.3")
def test_no_question_comes_where_all_can_see_that_nothing_can_follow_or_attack() -> None:
    pack = force("pack", "axis", "wolfpack", OPEN, "ss_german 2")
    board = facing(pack, side="allied", found=["pack"])
    assert play(strikes(board)).asked == [], "nothing follows boats, and nothing is near"
    convoy = force("pq", "allied", "convoy", OPEN, "mv 8")
    board = facing(pack, convoy, side="allied", found=["pack"])
    assert play(strikes(board)).asked, "an unidentified block may be anything"
    board.identify(convoy, 1)
    assert play(strikes(board)).asked == [], "a convoy attacks nobody"


@rule("pq17", "7.1", "9.2.4")
def test_no_question_comes_for_boats_in_weather_in_which_they_do_not_fight() -> None:
    for weather, asked in (("fair", True), ("gale", False)):
        prey = force("tf", "allied", "task_force", OPEN, "norfolk")
        board = facing(prey, force("pack", "axis", "wolfpack", OPEN, "ss_german 2"), sky=Sky(weather))
        board.identify(board.force("pack"), 1)
        assert bool(play(strikes(board)).asked) is asked


def hunted(level: int = 1, **orders: str) -> Board:
    """A convoy in reach of a pack that is in its hex and of bombers that were ordered so."""
    convoy, pack = force("pq", "allied", "convoy", OPEN, "mv 8"), force("pack", "axis", "wolfpack", OPEN, "ss_german 2")
    board = facing(convoy, pack, level=level, air=[air("ju_88", "kg30", "banak", at=OPEN, mission="attack")])
    board.phase.orders = (Fly("kg30", "attack", OPEN, **orders),)
    board.phase.found = ["pq"]
    return board


@rule("pq17", "7.1", "6.3")
@pytest.mark.parametrize(("does", "attacks"), [("always", ["Strike", "Attack"]), ("follow", []), ("never", [])])
def test_what_is_done_after_the_search_may_be_ordered_ahead(does: After, attacks: list[str]) -> None:
    board = hunted()
    board.state.instructions["axis"] = Instructions(strikes=does)
    assert play(strikes(board)).asked == []
    assert [type(one).__name__ for one in board.phase.attacks] == attacks


@rule("pq17", "7.1")
def test_who_is_asked_after_the_search_may_order_it_for_good() -> None:
    board = hunted()
    play(strikes(board), says={"strikes": "instruct strikes does=never"})
    assert board.state.instructed("axis").strikes == "never"
    assert board.phase.attacks == ()


@rule("pq17", "7.1", "5.3")
@pytest.mark.parametrize(
    ("orders", "level", "flies"),
    [
        ({}, 0, True), ({"on": "convoy"}, 0, True), ({"on": "task_force"}, 3, False),
        ({"id": "2"}, 1, False), ({"id": "2"}, 2, True), ({"on": "convoy", "id": "3"}, 2, False),
    ],
)  # fmt: skip
def test_aircraft_attack_what_they_were_sent_for(orders: dict[str, str], level: int, flies: bool) -> None:
    board = hunted(level, **orders)
    board.state.instructions["axis"] = Instructions(strikes="always")
    play(strikes(board))
    assert any(isinstance(one, Strike) for one in board.phase.attacks) is flies
    assert (board.state.air[0].mission == "attack") is flies, "who attacks nobody goes home"


@rule("pq17", "7.1")
@pytest.mark.parametrize(
    ("instructions", "attacks"),
    [({"quarry": "convoy"}, 2), ({"quarry": "task_force"}, 0), ({"from_id": "1"}, 2), ({"from_id": "2"}, 0)],
)
def test_a_side_attacks_by_itself_what_its_instructions_name(instructions: dict[str, str], attacks: int) -> None:
    board = hunted()
    board.state.instructions["axis"] = Instructions(strikes="always", **instructions)
    play(strikes(board))
    assert len(board.phase.attacks) == attacks


@rule("pq17", "7.1")
def test_escorts_stay_with_bombers_that_attack_nobody() -> None:
    board = hunted(on="task_force")
    board.state.air.append(air("bf_110", "zg", "banak", at=OPEN, mission="escort"))
    board.state.instructions["axis"] = Instructions(strikes="always")
    play(strikes(board))
    assert [type(one).__name__ for one in board.phase.attacks] == ["Attack"]


@rule("pq17", "7.4d")
@rule("pq17", "9.2.5")
def test_no_submarine_combat_in_a_gale() -> None:
    prey = force("tf", "allied", "task_force", OPEN, "norfolk")
    board = facing(prey, force("pack", "axis", "wolfpack", OPEN, "ss_german 2"), sky=Sky(kind="gale"))
    assert strikes_form(board, "axis").targets[0].forces == ()


@rule("pq17", "7.5.7c")
@rule("pq17", "7.5.7")
@rule("pq17", "7.5.7e")
def test_german_limits_go_by_what_was_reported() -> None:
    prey = force("tf", "allied", "task_force", OPEN, "anson", "victorious", "dd_a_i 4")
    board = facing(prey, force("hipper", "axis", "task_force", OPEN, "admiral_hipper"))
    assert strikes_form(board, "axis").targets[0].forces == ("hipper",), "nothing hidden shows in a refusal"
    told = (Strength("capital", 2, 8), Strength("carrier", 1, 4), Strength("light", 1, 4))
    board.state.reports = [Report(to="axis", turn=9, source="search", at=OPEN, block=prey.block, strengths=told)]
    assert (known_strength(board, "axis", prey).unhurt, known_strength(board, "axis", prey).light) == (1, 4)
    assert strikes_form(board, "axis").targets[0].forces == ()
    board.state.lasting = type(board.state.lasting)(no_restrictions=True)
    assert strikes_form(board, "axis").targets[0].forces == ("hipper",)


@rule("pq17", "7.1")
def test_the_default_attacks_nothing_hopeless() -> None:
    prey = force("tf", "axis", "task_force", OPEN, "tirpitz")
    board = facing(prey, force("dds", "allied", "task_force", OPEN, "dd_a_i 2"), side="allied")
    form = strikes_form(board, "allied")
    assert form.targets[0].forces == ("dds",)
    assert form.default() == (), "nothing is known of it"
    told = (Strength("light", 1, 2),)
    board.state.reports = [Report(to="allied", turn=9, source="search", at=OPEN, block=prey.block, strengths=told)]
    assert strikes_form(board, "allied").default() == (Attack("dds", contact_name(prey)),)


@rule("pq17", "7.1.1b")
@rule("pq17", "7.1.1c")
@rule("pq17", "7.1.1")
def test_an_attack_in_vain() -> None:
    board = raiders()
    assert play(air_combat(board), cards=[a_card("air", "1")]).result == "submarine_combat"
    assert (board.state.air[0].mission, board.force("pq").level) == ("", 0)
    own, theirs, public = (heard(board, seat) for seat in ("axis", "allied", PUBLIC))
    assert [type(event) for event in own] == [type(event) for event in theirs] == [Located]
    assert own[0].cards == (a_card("air", "1"),)
    assert (theirs[0].cards, theirs[0].by, theirs[0].force, theirs[0].who) == ((), "air", "pq", ())
    assert public[0].force == ""
    assert board.state.attacked == []


@rule("pq17", "7.1.1a")
def test_pp76_a_second_card_against_what_is_shadowed() -> None:
    board = raiders()
    board.state.shadows = [Shadow("pq", "sector", "barents")]
    play(air_combat(board), cards=[a_card("air", "-"), a_card("air", "1")])
    assert not heard(board, "axis")[0].found
    board = raiders()
    board.state.options = Options(second_card=True)
    play(air_combat(board), cards=[a_card("air", "-"), a_card("air", "1")])
    assert len(heard(board, "axis")[0].cards) == 2, "7.1.1o: in Fair weather aircraft draw twice"


@rule("pq17", "7.1.1d")
def test_an_owner_refuses_by_standing_instruction_alone() -> None:
    card = a_card("air", "+", submarine=False)
    board = bombers(force("tf", "allied", "task_force", OPEN, "victorious"), air("ju_88", "ju", "banak"))
    board.state.instructions["allied"] = Instructions(refuses="always")
    play(air_combat(board), cards=[card])
    assert not heard(board, "axis")[-1].found
    board = bombers(force("tf", "allied", "task_force", OPEN, "victorious"), air("ju_88", "ju", "banak"))
    play(air_combat(board), cards=[card], dice=[(0,), (0, 0)])
    assert next(event for event in heard(board, "axis") if isinstance(event, Located)).found
