"""15.8.1: Patrol White in a campaign."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.components.charts import Expected
from games.titles.pq17.components.pieces import ZONES
from games.titles.pq17.rules.campaign import fortnight as fortnights
from games.titles.pq17.rules.campaign import patrol
from games.titles.pq17.rules.campaign.composing import compose_operation
from games.titles.pq17.rules.campaign.fortnight import fortnight
from games.titles.pq17.rules.campaign.patrol import patrol_ships, ranked_reliefs, relieve
from games.titles.pq17.rules.campaign.sheets import administration as sheet
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.roster import Roster, Unit
from games.titles.pq17.visibility.campaign import roster_of
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.ch15_campaign.administration import at_administration, refused, settle
from tests.titles.pq17.ch15_campaign.orders_of_battle import empty_roster, patrol_roster, whole
from tests.titles.pq17.playing import play
from tests.titles.pq17.procedures import perform
from tests.titles.pq17.rosters import KEYS, roster

rule = pytest.mark.rule


async def no_ice(*_: Any, **__: Any) -> dict[str, Any]:
    return {}


def patrolling(key: str, *others: str) -> Board:
    ships = ("norfolk", "kent", *others)
    units = [Unit(ship, BOX.ships[ship].strength, "scapa_flow") for ship in ships]
    return at_administration(key, *units, patrol=["norfolk", "kent"])


@rule("pq17", "15.8.1")
@pytest.mark.parametrize(("text", "patrol"), [
    ("pass", ["berwick", "kent"]),
    ("relieve kent by=suffolk", ["norfolk", "suffolk"]),
    ("relieve norfolk by=suffolk\nrelieve kent by=london", ["suffolk", "london"]),
])  # fmt: skip
def test_15_8_1_the_owner_says_who_takes_over_on_patrol_white(
    text: str, patrol: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fortnights, "ice_of_fortnight", no_ice)
    board = patrolling("may_2", "berwick", "london", "suffolk")
    settle(board, {"administration@allied": text})
    board.roster.fortnight += 1
    perform(board, fortnights.fortnight(board))
    assert board.roster.patrol == patrol
    board.roster.fortnight += 1
    perform(board, fortnights.fortnight(board))
    assert board.roster.patrol != patrol


@rule("pq17", "15.8.1")
def test_15_8_1_heavy_cruisers_take_over_before_battle_cruisers_and_those_before_light_ones() -> None:
    board = patrolling("may_2", "berwick", "renown", "kenya")
    assert sheet(board, "allied").reliefs == {"berwick": 0, "renown": 1, "kenya": 2}
    assert refused(board, "allied", "relieve kent by=renown") == [("/0/by", "rank", "15.8.1")]
    text = "relieve kent by=berwick\nrelieve norfolk by={}"
    assert refused(board, "allied", text.format("kenya")) == [("/1/by", "rank", "15.8.1")]
    assert refused(board, "allied", text.format("berwick")) == [("/1/by", "twice", "15.8.1")]
    sheet(board, "allied").accept(sheet(board, "allied").parse(text.format("renown")))
    assert [one[0] for one in refused(board, "allied", "relieve berwick by=renown")] == ["/0/ship"]


@rule("pq17", "15.8.1", "15.5.1")
def test_15_8_1_who_goes_into_dock_relieves_nobody_and_no_heavier_ship_is_waited_for() -> None:
    """Once Berwick is in dock the battle cruiser may take over."""
    board = patrolling("may_2", "berwick", "renown")
    form = structs.replace(sheet(board, "allied"), docks={"berwick": 1}, in_place=("berwick",))
    wrong = {text: [one.code for one in form.problems(form.read(form.parse(text)))] for text in (
        "repair berwick steps=1\nrelieve kent by=berwick", "repair berwick steps=1\nrelieve kent by=renown",
    )}  # fmt: skip
    assert list(wrong.values()) == [["twice"], []]


@rule("pq17", "15.8.1", "15.0a")
@pytest.mark.parametrize(("key", "asked"), [("mar_1", False), ("mar_2", True), ("dec_2", False)])
def test_15_8_1_nobody_is_relieved_in_march_and_the_axis_is_told_of_nobody(key: str, asked: bool) -> None:
    board = patrolling(key, "berwick")
    assert bool(sheet(board, "allied").reliefs) is asked
    assert not sheet(board, "axis").patrol
    board.roster.unload_first = {"murmansk": {"mo": 1}}
    assert roster_of(board, ("axis",)).unload_first == {}
    assert roster_of(board, ("allied",)).unload_first == {"murmansk": {"mo": 1}}


@rule("pq17", "15.8.1")
def test_15_8_1_one_ship_of_patrol_white_is_relieved_by_another_cruiser() -> None:
    there = campaign().roster
    relieve(BOX, there)
    first, second = there.patrol
    assert (BOX.ships[first].type, second) == ("ca", "kent")
    assert first != "norfolk"
    there.units = [unit for unit in there.units if unit.kind in BOX.ships and BOX.ships[unit.kind].type != "ca"]
    relieve(BOX, there)
    assert there.patrol[0] == "renown"


@rule("pq17", "15.8.1", "5.1.9")
@pytest.mark.parametrize(
    ("unit", "may"),
    [
        (whole("norfolk"), True), (whole("norfolk", "reykjavik"), True), (whole("norfolk", "clyde"), True),
        (whole("wichita"), True), (whole("renown"), True), (whole("kenya"), True), (whole("anson"), False),
        (whole("dd_a_i"), False), (whole("norfolk", "murmansk"), False),
        (whole("norfolk", "english_channel"), False), (whole("lutzow", "narvik"), False),
        (Unit("norfolk", 2, "scapa_flow"), False), (whole("norfolk", crippled=True), False),
        (whole("norfolk", dead=True), False), (whole("norfolk", inoperative=5), False),
        (Unit("london", 3, "scapa_flow"), True), (Unit("london", 3, "reykjavik"), True),
        (Unit("london", 2, "scapa_flow"), False), (Unit("london", 3, "murmansk"), False),
        (Unit("london", 3, "scapa_flow", crippled=True), False),
        (Unit("london", 3, "scapa_flow", inoperative=9), False), (Unit("wichita", 4, "scapa_flow"), True),
        (Unit("renown", 3, "scapa_flow"), True), (Unit("nigeria", 4, "scapa_flow"), True),
        (Unit("scylla", 2, "scapa_flow"), True), (Unit("anson", 4, "scapa_flow"), False),
        (Unit("dd_a_i", 1, "scapa_flow"), False), (Unit("ju_88", 2, "scapa_flow"), False),
    ],
)  # fmt: skip
def test_15_8_1_who_may_patrol(unit: Unit, may: bool) -> None:
    assert patrol.may_patrol(BOX, unit) is may


@rule("pq17", "15.8.1")
def test_15_8_1_a_heavy_cruiser_takes_over_then_a_battle_cruiser_then_a_light_one() -> None:
    ships = [whole(kind) for kind in ("kenya", "renown", "suffolk", "berwick", "nigeria")]
    there = patrol_roster(*ships, whole("norfolk"), whole("anson"), patrol=["norfolk", "kent"])
    assert [unit.kind for _, unit in patrol.ranked_reliefs(BOX, there)] == [
        "berwick",
        "suffolk",
        "renown",
        "kenya",
        "nigeria",
    ]
    assert len({rank for rank, _ in patrol.ranked_reliefs(BOX, there)}) == 3


@rule("pq17", "15.8.1")
@pytest.mark.parametrize(
    ("on", "there", "after"),
    [
        (["norfolk", "kent"], ("norfolk", "kent", "berwick"), ["berwick", "kent"]),
        (["norfolk", "kent"], ("norfolk", "berwick"), ["berwick", "norfolk"]),
        (["norfolk", "kent"], ("berwick", "suffolk"), ["berwick", "suffolk"]),
        (["norfolk", "kent"], ("norfolk", "kent"), ["kent", "norfolk"]),
        (["norfolk"], ("norfolk", "berwick"), ["berwick", "norfolk"]),
        ([], (), []),
    ],
    ids=["the first goes", "one is away", "both are away", "nobody takes over", "one ship", "nobody"],
)
def test_15_8_1_one_of_the_two_is_relieved_after_march(on: list[str], there: tuple[str, ...], after: list[str]) -> None:
    lies = patrol_roster(*(whole(kind) for kind in there), patrol=list(on))
    patrol.relieve(BOX, lies)
    assert lies.patrol == after


@rule("pq17", "15.8.1")
@pytest.mark.parametrize(
    ("reliefs", "after", "done"),
    [
        ({}, ["norfolk", "kent"], False),
        ({"norfolk": "berwick"}, ["berwick", "kent"], True),
        ({"kent": "berwick"}, ["norfolk", "berwick"], True),
        ({"norfolk": "berwick", "kent": "kenya"}, ["berwick", "kenya"], True),
        ({"norfolk": "anson"}, ["norfolk", "kent"], False),
        ({"norfolk": "suffolk"}, ["norfolk", "kent"], False),
    ],
)
def test_15_8_1_their_owner_says_who_takes_over_if_all_can_patrol(
    reliefs: dict[str, str], after: list[str], done: bool
) -> None:
    ships = [whole(kind) for kind in ("norfolk", "kent", "berwick", "kenya", "anson")]
    lies = patrol_roster(*ships, whole("suffolk", crippled=True), patrol=["norfolk", "kent"])
    patrol.exchange_ships(BOX, lies, reliefs)
    assert (lies.patrol, lies.relieved) == (after, done)


@rule("pq17", "15.8.1")
@pytest.mark.parametrize(
    ("patrol", "there", "after"),
    [
        (["norfolk", "kent"], ["norfolk", "kent", "london"], ["london", "kent"]),
        (["norfolk", "kent"], ["norfolk", "kent", "nigeria"], ["nigeria", "kent"]),
        (["norfolk", "kent"], ["norfolk", "kent", "nigeria", "renown"], ["renown", "kent"]),
        (["norfolk", "kent"], ["norfolk", "kent"], ["kent", "norfolk"]),
        (["norfolk", "kent"], ["norfolk", "london"], ["london", "norfolk"]),
        (["norfolk", "kent"], ["london", "devonshire", "nigeria"], ["devonshire", "london"]),
        (["norfolk"], [], []),
    ],
)
def test_15_8_1_one_of_the_two_is_relieved_a_heavy_cruiser_first(patrol: Any, there: Any, after: Any) -> None:
    roster = empty_roster()
    roster.patrol = list(patrol)
    roster.units = [Unit(kind, BOX.ships[kind].strength, "scapa_flow") for kind in there]
    ranks = [rank for rank, _ in ranked_reliefs(BOX, roster)]
    assert ranks == sorted(ranks)
    relieve(BOX, roster)
    assert roster.patrol == after


@rule("pq17", "15.8.1")
@pytest.mark.parametrize(
    ("unit", "ranks"),
    [
        (Unit("kent", 2, "scapa_flow"), {"kent": 0, "renown": 1}),
        (Unit("kent", 1, "scapa_flow"), {"renown": 1}),
        (Unit("kent", 2, "scapa_flow", crippled=True), {"renown": 1}),
        (Unit("kent", 2, "scapa_flow", inoperative=1), {"renown": 1}),
        (Unit("kent", 2, "murmansk"), {"renown": 1}),
    ],
)  # fmt: skip
def test_15_8_1_who_is_hurt_cannot_be_used_on_patrol_white(unit: Unit, ranks: dict[str, int]) -> None:
    there = Roster(units=[unit, Unit("renown", BOX.ships["renown"].strength, "clyde")])
    assert {one.kind: rank for rank, one in patrol.ranked_reliefs(BOX, there)} == ranks


@rule("pq17", "15.8.1")
@pytest.mark.parametrize(
    ("ready", "takes"),
    [
        (("london", "renown", "kenya"), "london"), (("renown", "kenya"), "renown"), (("kenya",), "kenya"),
        (("duke_of_york",), ""),
    ],
)  # fmt: skip
def test_15_8_1_a_ca_relieves_else_a_bc_else_a_cl(ready: tuple[str, ...], takes: str) -> None:
    units = [Unit(kind, BOX.ships[kind].strength, "scapa_flow") for kind in ready]
    there = roster("apr_1", Unit("norfolk", 3, "reykjavik"), Unit("kent", 2, "reykjavik"), *units,
                   patrol=["norfolk", "kent"])  # fmt: skip
    relieve(BOX, there)
    assert "".join(set(there.patrol) - {"norfolk", "kent"}) == takes


@rule("pq17", "15.8.1", "15.8.1a", position="PP211")
def test_15_8_1_patrol_white_is_relieved_after_march() -> None:
    for key, relieved in (("mar_1", False), ("mar_2", False), ("apr_1", True)):
        board = campaign()
        board.roster.fortnight = KEYS.index(key)
        board.roster.markers = {zone: Expected("clear", certain=True) for zone in ZONES}
        play(fortnight(board))
        assert (board.roster.patrol != ["norfolk", "kent"]) is relieved
    there = campaign().roster
    relieve(BOX, there)
    assert len(set(there.patrol) - {"norfolk", "kent"}) == 1
    assert all(BOX.ships[kind].type == "ca" for kind in there.patrol)


@rule("pq17", "15.8.1a")
@pytest.mark.parametrize(("ev", "betrayed", "patrol"), [
    ("", [], ("norfolk", "kent")), ("declared", [], ("norfolk", "kent")), ("done", [], ("", "norfolk")),
    ("", ["pq12"], ("", "norfolk")), ("", ["pq12", "pq13"], ("norfolk", "kent")),
])  # fmt: skip
def test_15_8_1a_after_ev_and_while_cobweb_is_at_work_one_cruiser_lies_at_reykjavik(
    ev: Any, betrayed: list[str], patrol: tuple[str, str]
) -> None:
    board = campaign()
    play(fortnight(board))
    board.roster.ev, board.roster.betrayed = ev, betrayed
    assert board.roster.patrol == ["norfolk", "kent"]
    assert compose_operation(BOX, board.roster, board.operation, [], {}).patrol_white == patrol


@rule("pq17", "15.8.1a", "5.1.9")
@pytest.mark.parametrize(
    ("ev", "betrayed", "there", "found", "left"),
    [
        ("", [], ["norfolk", "kent"], ("norfolk", "kent"), []),
        ("", [], ["kent"], ("kent", ""), []),
        ("", [], [], ("", ""), []),
        ("done", [], ["norfolk", "kent"], ("", "norfolk"), ["kent"]),
        ("", ["a"], ["norfolk", "kent"], ("", "norfolk"), ["kent"]),
        ("done", [], [], ("", ""), []),
    ],
)
def test_15_8_1a_who_stands_in_the_strait_and_who_at_reykjavik(
    ev: Any, betrayed: list[str], there: list[str], found: tuple[str, str], left: list[str]
) -> None:
    roster = empty_roster()
    roster.patrol, roster.ev, roster.betrayed = ["norfolk", "kent"], ev, betrayed
    roster.units = [Unit(kind, BOX.ships[kind].strength, "reykjavik") for kind in there]
    assert patrol_ships(BOX, roster) == found
    assert [(one.kind, one.place) for one in roster.units] == [(kind, "reykjavik") for kind in left]
