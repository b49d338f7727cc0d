"""14.0 Battle orders by taps: targets, costs and proposals."""

import pytest

from games.kernel.drafts import Annotation
from games.titles.goeben.orders.orders import Hold, Withdraw
from games.titles.goeben.orders.prospects import Magazine
from games.titles.goeben.rules.battle import command
from games.titles.goeben.rules.battle.breakoff import exits
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.state import Battle, Foe
from games.titles.goeben.visibility.notes import notes_of
from tests.titles.goeben.ch14_battle.test_14_5_gunnery import FORM
from tests.titles.goeben.fights import battle_board, fight, misses
from tests.titles.goeben.laid_out import at_sea

rule = pytest.mark.rule


@rule("goeben", "14.5")
def test_a_tap_on_an_enemy_aims_the_ship_that_acts_and_a_link_is_drawn() -> None:
    (offer,) = (one for one in FORM.suggested_edits([], "gb_ca_1", ["breslau"]) if not one.problems)
    assert offer.answer == [{"order": "fire", "ship": "breslau", "at": ["gb_ca_1"]}]
    assert FORM.annotations(offer.answer) == (Annotation("link", ("breslau", "gb_ca_1"), "", "/0/at", "fire"),)
    second = {one.kind: one for one in FORM.suggested_edits(offer.answer, "gb_dd_1", ["breslau"]) if not one.problems}
    assert second["add"].answer[0]["at"] == ["gb_ca_1", "gb_dd_1"]


@rule("goeben", "14.4")
def test_a_tap_on_a_space_breaks_off_with_all_who_can_go_there() -> None:
    both = FORM.suggested_edits([], "ionian_s", [])
    assert [problem.rule for offer in both for problem in offer.problems] == ["14.4"], "all or none"
    first = FORM.suggested_edits([{"order": "withdraw", "ships": ["goeben"], "to": "zante"}], "ionian_s", ["breslau"])
    assert not first[0].problems


def test_orders_are_grouped_by_the_ship_that_acts() -> None:
    assert {way.verb for way in FORM.cached_templates if not way.subject} == {"nation_first", "each_round"}
    assert [way.verb for way in FORM.cached_templates][:2] == ["fire", "full_fire"]


@rule("goeben", "14.8")
@rule("goeben", "14.9")
@rule("goeben", "14.10")
def test_shells_and_torpedoes_are_counted_before_they_are_fired() -> None:
    board = at_sea(goeben="malta_pz+ammunition=6+torpedoes=2", breslau="malta_pz+ammunition=1")
    names = ["goeben", "breslau"]
    board.state.battle = Battle("malta_pz", ships=names, foes=[Foe("gb_ca_1")], first="german")
    form = command.battle_plan(notes_of(board, "commander"), names, exits(board), leader=True)
    assert form.magazines["goeben"] == Magazine(6, 1, 2)

    def said(text: str) -> list[tuple[str, str, str]]:
        outlook = form.preview(form.write(form.accept(form.parse(text))))
        return [(line.pointer, line.tone, line.text.en) for line in outlook.lines]

    assert said("full-fire goeben\nlaunch goeben at=gb_ca_1 count=1\nhold breslau") == [
        ("/0", "spends", "goeben: ammunition 6, then 4"), ("/1", "spends", "goeben: torpedoes 2, then 1"),
    ]  # fmt: skip
    assert said("launch goeben at=gb_ca_1") == [
        ("", "spends", "goeben: ammunition 6, then 5"), ("", "risk", "breslau: ammunition 1, then 0"),
        ("/0", "risk", "goeben: torpedoes 2, then 0"),
    ]  # fmt: skip


@rule("goeben", "14.4")
@rule("goeben", "14.8")
def test_who_breaks_off_pays_no_ammunition() -> None:
    board = at_sea(goeben="malta_pz+ammunition=6", breslau="malta_pz+ammunition=1")
    names = ["goeben", "breslau"]
    board.state.battle = Battle("malta_pz", ships=names, foes=[Foe("gb_ca_1")], first="german")
    form = command.battle_plan(notes_of(board, "commander"), names, exits(board), leader=True)
    going = [{"order": "withdraw", "ships": ["goeben"], "to": "ionian_s"}]
    assert [line.text.en for line in form.preview(going).lines] == ["breslau: ammunition 1, then 0"]
    both = [*going, {"order": "withdraw", "ships": ["breslau"], "to": "ionian_s"}]
    assert not form.preview(both).lines


@rule("goeben", "14.4")
def test_what_can_be_taken_as_it_stands_is_legal() -> None:
    found = {proposal.name.en: FORM.accept(proposal.answer) for proposal in FORM.proposals()}
    assert found == {
        "by doctrine": (),
        "break off": (Withdraw(("goeben",), "zante"), Withdraw(("breslau",), "zante")),
        "hold all fire": (Hold("goeben"), Hold("breslau")),
    }


@rule("goeben", "14.8")
@rule("goeben", "14.10")
def test_undisturbed_a_battle_costs_what_was_said() -> None:
    board = battle_board("gb_dd_1 gb_ca_3", doctrine="ask-first\ntargets dd\ntorpedoes dd most=1")
    dice = [(6,), *map(misses, (9, 3, 7, 3, 1, 6, 3, 2, 5, 1, 3))]
    played = fight(board, dice=dice)
    form = played.question("engage").form
    lines = [line.text.en for line in form.preview(form.write(form.default())).lines]
    (shells,), (torpedoes,) = played.told(told.AmmunitionSpent), played.told(told.TorpedoesSpent)
    assert lines == [
        f"goeben: ammunition {shells.left + shells.by}, then {shells.left}",
        f"goeben: torpedoes {torpedoes.left + torpedoes.by}, then {torpedoes.left}",
    ]
