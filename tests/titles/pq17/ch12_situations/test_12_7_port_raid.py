"""12.7: the port raid."""

from typing import Any

import pytest

from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.presentation.labels import Labels
from games.titles.pq17.presentation.narration import EventFormatter
from games.titles.pq17.presentation.prompts import PromptFormatter
from games.titles.pq17.rules.operation.victory import score
from games.titles.pq17.rules.special.port_raid import lights, port_raids, raid_form
from games.titles.pq17.rules.special.raids import RaidTerms, _spread, resolve_raid
from games.titles.pq17.state.events import air as told
from games.titles.pq17.state.events.special import BombersCame, Raided, Settled
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.air_attacks import ASKED_ONCE
from tests.titles.pq17.ch07_combat.raids import (
    BOMBERS,
    HOME,
    HURRICANES,
    by_luck,
    field_attacked,
    murmansk_raided,
    raid_course,
    raiding,
)
from tests.titles.pq17.procedures import by_default, events_for, perform
from tests.titles.pq17.situations import RAID_DURING_OFFENSIVE
from tests.titles.pq17.strikes import air
from tests.titles.pq17.trial import left, read_counters

rule = pytest.mark.rule


@pytest.mark.parametrize(
    ("language", "row", "event"),
    [
        ("en", "from left to right: Hurricane 2 | Pe-2 1.", "aircraft on the ground at 0817"),
        ("ja", "左から右へ：ハリケーン 2｜Pe-2 1。", "の地上の連合軍機：ハリケーン 2｜Pe-2 1。"),
    ],
)
def test_what_lies_there_is_read(language: str, row: str, event: str) -> None:
    board = field_attacked(HURRICANES, BOMBERS, axis=True)
    (question,) = raid_course(board).asked
    assert row in PromptFormatter(Labels(BOX)).explain(question, language)
    (laid,) = [one for one in events_for(board, "allied") if isinstance(one, told.Grounded)]
    assert event in EventFormatter(Labels(BOX)).describe(laid, language)


@pytest.mark.parametrize(
    ("language", "words"), [("en", "no counter lies on the ground"), ("ja", "地上にカウンターはありません")]
)
def test_where_nothing_lies_one_is_told_so(language: str, words: str) -> None:
    (question,) = raid_course(field_attacked(axis=True)).asked
    assert words in PromptFormatter(Labels(BOX)).explain(question, language)


@pytest.mark.parametrize(
    ("language", "over", "row"),
    [
        ("en", "Over 0817 (Murmansk): Ju 88 A-4 2 and He 111 H-6 1", "from left to right: Merchant vessels 8."),
        ("ja", "上空：Ju88 A-4 2", "左から右へ：貨物船 8。"),
    ],
)
def test_both_read_where_it_is_and_what_comes(language: str, over: str, row: str) -> None:
    board = murmansk_raided("mv 8", instructions={**ASKED_ONCE})
    found = by_luck(resolve_raid(board, "axis", HOME, RaidTerms(day=True), key="raid"), 0)
    first, second = (PromptFormatter(Labels(BOX)).explain(one, language) for one in found)
    assert over.split(" and ")[0] in first
    assert row in second


@rule("pq17", "12.7")
def test_12_7_only_units_of_northern_norway_raid_the_two_ports() -> None:
    reached = raid_form(raiding()).reach_of
    assert reached["murmansk"] == ("kg30", "kg26")
    assert set(reached) <= {"murmansk", "arkhangelsk", "vaenga", "yagodnik"}


@rule("pq17", "12.7", "12.7a")
def test_12_7_the_helpers_come_by_day_against_murmansk_alone_and_go() -> None:
    for text, helped in (("raid murmansk units=kg30 light=day", True), ("raid murmansk units=kg30 light=night", False)):
        board = raiding()
        perform(board, port_raids(board), says={"event": [text, "pass"]})
        told = [one for one in events_for(board, "allied") if isinstance(one, Raided)]
        assert [("ju_87" in one.units) for one in told] == [helped]
        assert [one.id for one in board.state.air] == ["kg30", "south", "kg26", "east"]


@rule("pq17", "12.7")
def test_12_7_without_the_chit_nobody_raids() -> None:
    board = raiding(situation="none")
    assert perform(board, port_raids(board)).asked == []


@rule("pq17", "12.7", "7.2.3b")
@pytest.mark.parametrize("seat", ["allied", "public"])
def test_12_7_who_sees_damaged_aircraft_before_the_bombs_fall_is_told_that_the_fighters_have_met(seat: str) -> None:
    units = [air("he_111", "kg26", "bardufoss"), air("hurricane_soviet", "iap", "vaenga")]
    board = arctic(
        air=units, chits=RAID_DURING_OFFENSIVE["chits"], instructions={"axis": Instructions(asks_air="once")}
    )
    order = Raid("vaenga", ("kg26",), "day")
    by_default(
        resolve_raid(board, "axis", order, RaidTerms(day=True), key="raid"), lambda key: 9 if "air" in key else 0
    )
    told = [event for one in board.told if (event := one.for_seat(seat)) is not None]
    before = told[: next(at for at, one in enumerate(told) if isinstance(one, Raided))]
    assert Settled("air_fight", ("he_111", "he_111")) in before, "which are gone, since that may rest on a secret order"


@rule("pq17", "12.7a")
def test_12_7a_by_day_or_by_night_unless_the_operation_was_one_of_them() -> None:
    assert [lights(raiding(light=light)) for light in ("mar_1", "jul_1", "dec_1")] == [
        ("day", "night"), ("day",), ("night",),
    ]  # fmt: skip


@rule("pq17", "12.7a", "7.2.1a")
@pytest.mark.parametrize("day", [True, False])
def test_12_7a_by_night_no_fighter_is_offered_though_the_turn_is_light(day: bool) -> None:
    board = murmansk_raided(fighters=2, instructions={"allied": ASKED_ONCE["allied"]})
    (question,) = by_luck(resolve_raid(board, "axis", HOME, RaidTerms(day=day), key="raid"), 0)
    assert [one.unit for one in question.form.fighters] == ["vvs"] * day


@rule("pq17", "12.7a", "1.5a")
@pytest.mark.parametrize("seat", ["allied", "axis", "public"])
def test_12_7a_all_hear_who_comes_to_join_a_port_raid_and_that_they_go(seat: str) -> None:
    board = arctic(air=[air("he_111", "kg26", "bardufoss")], chits=RAID_DURING_OFFENSIVE["chits"])
    perform(board, port_raids(board), says={"event": ["pass", "pass"]})
    base = next(one.base for one in events_for(board, seat) if isinstance(one, BombersCame))
    assert [one for one in events_for(board, seat) if isinstance(one, BombersCame)] == [
        BombersCame(base, "ju_87", 4), BombersCame(base, "ju_87", 0)
    ]  # fmt: skip
    assert [one.id for one in board.state.air] == ["kg26"]


@rule("pq17", "12.7b")
@pytest.mark.parametrize(
    ("after", "price", "lies"),
    [
        ((5, 3), 2, ["mv 5", "mo 3"]),
        ((4, 3), 2, ["mv 5", "mo 3"]),
        ((3, 3), 2, ["mv 4", "mo 3"]),
        ((3, 2), 2, ["mv 5", "mo 2"]),
        ((1, 3), 2, ["mv 3", "mo 3"]),
        ((2, 3), 3, ["mv 4", "mo 3"]),
        ((5, 0), 3, ["mv 5", "mo 2"]),
    ],
)
def test_12_7b_so_many_hits_sink_a_merchant_and_one_left_over_none(after: Any, price: int, lies: list[str]) -> None:
    ships = read_counters("mv 5", "mo 3", "norfolk 3")
    before = {id(one): one.strength for one in ships}
    for one, strength in zip(ships, after, strict=False):
        one.strength = strength
    row = [[one] for one in ships if one.strength]
    _spread(arctic(), row, ships, before, price)
    found = sorted((text for stack in row for text in left(stack)), key=lambda text: text.startswith("mo"))
    assert [text for text in found if not text.startswith("norfolk")] == lies


@rule("pq17", "12.7b", "12.7a", position="PP179")
def test_12_7b_two_hits_sink_a_merchant_and_the_odd_one_is_lost() -> None:
    laden = force("c", "allied", "convoy", "0817", "mv 8", port="murmansk")
    board = raiding(laden)
    first = "raid murmansk units=kg30 light=day"
    guns, shot = [(0,)] * 4, [(9, 8), (9, 0, 0, 0)]
    perform(board, port_raids(board), dice=[*guns, *shot], says={"event": [first, "pass"]})
    assert (left(laden.counters), score(board.state)) == (["mv 7"], -2)
    assert sum(one.points for one in board.state.bookings) == -4
