"""15.8.1, 15.2a: who patrols, who takes over and in what order; what usually sails with a convoy."""

import pytest

from games.titles.pq17.rules.campaign import patrol
from games.titles.pq17.rules.campaign.convoys import Formed, _company, usual_escort
from games.titles.pq17.state.roster import Unit
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch15_campaign.orders_of_battle import patrol_roster, whole

rule = pytest.mark.rule


@rule("pq17", "15.8.1", "5.1.9")
@pytest.mark.parametrize(
    ("unit", "may"),
    [
        (whole("norfolk"), True),
        (whole("norfolk", "reykjavik"), True),
        (whole("norfolk", "clyde"), True),
        (whole("wichita"), True),
        (whole("renown"), True),
        (whole("kenya"), True),
        (whole("anson"), False),
        (whole("dd_a_i"), False),
        (whole("norfolk", "murmansk"), False),
        (whole("norfolk", "english_channel"), False),
        (whole("lutzow", "narvik"), False),
        (Unit("norfolk", 2, "scapa_flow"), False),
        (whole("norfolk", crippled=True), False),
        (whole("norfolk", dead=True), False),
        (whole("norfolk", inoperative=5), False),
    ],
)
def test_who_may_patrol(unit: Unit, may: bool) -> None:
    assert patrol.may_patrol(BOX, unit) is may


@rule("pq17", "15.8.1")
def test_a_heavy_cruiser_takes_over_then_a_battle_cruiser_then_a_light_one() -> None:
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
def test_one_of_the_two_is_relieved_after_march(on: list[str], there: tuple[str, ...], after: list[str]) -> None:
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
def test_their_owner_says_who_takes_over_if_all_can_patrol(
    reliefs: dict[str, str], after: list[str], done: bool
) -> None:
    ships = [whole(kind) for kind in ("norfolk", "kent", "berwick", "kenya", "anson")]
    lies = patrol_roster(*ships, whole("suffolk", crippled=True), patrol=["norfolk", "kent"])
    patrol.exchange_ships(BOX, lies, reliefs)
    assert (lies.patrol, lies.relieved) == (after, done)


@rule("pq17", "15.2a", "1.2.1")
@pytest.mark.parametrize(
    ("unit", "goes"),
    [
        (whole("dd_a_i"), True), (whole("kenya"), True), (whole("alynbank"), True), (whole("dd_us"), True),
        (whole("es_british"), True), (whole("anson"), False), (whole("renown"), False), (whole("victorious"), False),
        (whole("mv"), False), (whole("ss_british"), False), (whole("dd_project_7"), False), (whole("norfolk"), False),
        (whole("dd_a_i", crippled=True), False), (whole("dd_a_i", dead=True), False),
        (whole("kenya", inoperative=5), False), (Unit("ju_88", 2, "scapa_flow"), False),
        (whole("dd_a_i", "clyde"), False),
    ],
)  # fmt: skip
def test_who_can_go_along_with_a_convoy(unit: Unit, goes: bool) -> None:
    found = _company(BOX, patrol_roster(unit, patrol=["norfolk"]), "scapa_flow")
    assert found == ((unit,) if goes else ())


def usual(*units: Unit, taken: dict[str, int] | None = None) -> dict[str, int]:
    convoy = Formed("pq12", "PQ 12", True, "reykjavik", ("murmansk",), (), units)
    return {unit.kind: strength for unit, strength in
            usual_escort(BOX, convoy, lambda unit: unit.strength - (taken or {}).get(unit.kind, 0))}  # fmt: skip


@rule("pq17", "15.2a", "1.2.1a")
@pytest.mark.parametrize(
    ("units", "taken", "sail"),
    [
        (
            (whole("alynbank"), whole("ulster_queen"), whole("palomares")),
            {},
            {"alynbank": 1, "ulster_queen": 1},
        ),
        ((whole("aldersdale"), whole("gray_ranger")), {}, {"aldersdale": 2}),
        ((Unit("es_british", 9, "reykjavik"),), {}, {"es_british": 4}),
        ((Unit("es_british", 3, "reykjavik"),), {}, {"es_british": 3}),
        ((Unit("dd_a_i", 4, "reykjavik"), Unit("dd_j_r", 4, "reykjavik")), {}, {"dd_a_i": 4, "dd_j_r": 2}),
        ((Unit("dd_a_i", 9, "reykjavik"),), {}, {"dd_a_i": 6}),
        ((Unit("tb_hunt", 9, "reykjavik"),), {}, {"tb_hunt": 4}),
        ((whole("kenya"), whole("nigeria")), {}, {"kenya": 4}),
        ((whole("london"),), {}, {}),
        ((Unit("dd_a_i", 4, "reykjavik"),), {"dd_a_i": 3}, {"dd_a_i": 1}),
        ((Unit("dd_a_i", 4, "reykjavik"),), {"dd_a_i": 4}, {}),
    ],
)
def test_what_usually_sails_with_a_convoy(units: tuple[Unit, ...], taken: dict[str, int], sail: dict[str, int]) -> None:
    assert usual(*units, taken=taken) == sail
