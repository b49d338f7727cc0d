"""The umpire is awake at sea: whatever a block does that the rulebook forbids, and whatever is not done for it that the
rulebook demands, is noticed (`umpire/`). What he judges of whole operations is in `test_umpire.py`.
"""

from collections import Counter as Count
from collections.abc import Callable
from typing import Any

import pytest

from games.kernel.requests import Roll
from games.titles.pq17.state.events import movement, search, special, submarine
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import AirUnit, Chit, Convoy, Force, Phase, Points, Shadow, Sky, Tally
from tests.titles.loading import load
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.umpire.playing import Operation
from tests.titles.pq17.umpire.table import Umpire

SEEN = (
    "5.0 next to it", "5.0 by its orders", "5.1 hexes", "5.1.2 berths in Russia", "5.1.5 a convoy moves", "6.6 level",
    "5.1.5 not far back", "10.1 ice is met", "11.1 mark", "11.1 fuel phase", "11.1.1 parts", "11.1.3 burned",
    "3.4 over", "11.3.1 in port", "11.3.2 ten for each", "4.3.2 points", "4.3.2 before play", "12.0 chit",
    "12 axis_convoy", "2.3 command", "2.1.2 three quarters", "15.2 limits", "15.9.1 backlog", "15.3 arrivals",
    "15.6.3 steps", "4.1.2 paid", "10.4 by zones", "5.1.9a what it costs", "6.3.1 once each",
    "6.3 found in this segment", "1.3e dummies",
    "7.8 nothing without a deck",
    "15.2.2 waits", "15.3 classes", "15.7.2 what it costs", "15.3.3 no more than cargo", "15.6.1 merchants",
)  # fmt: skip
"""Some of what is looked at in any few operations."""


def test_every_chapter_at_sea_is_judged() -> None:
    judged = Count[str]()
    for seed, scenario in enumerate(("pq6", "pq13", "pq17", "pq18", "jw51b", "campaign_march")):
        judged.update(Operation(PQ17, scenario, seed, wild=0.5).play().judged)
    assert [rule for rule in SEEN if not judged[rule]] == []


PQ17 = load("pq17")


def table(*blocks: Force, side: Any = "allied", **fields: Any) -> Umpire:
    """A table at which an umpire sits, in the movement segment of a side."""
    umpire = Umpire(arctic(*blocks, phase=Phase(side=side), **fields).state, BOX)
    umpire.begin("movement")
    return umpire


def sail(umpire: Umpire, block: Force, *way: str) -> None:
    for hex_ in way:
        umpire.step(block, hex_)


def cruisers(at: str = "0411", **fields: Any) -> Force:
    return force("a", "allied", "task_force", at, "norfolk", "dd_a_i 2", fuel=Fuel(20), **fields)


def merchants(at: str = "0411", **fields: Any) -> Force:
    sailing = Convoy(laden=True, destinations=("arkhangelsk",), destination="arkhangelsk")
    return force("c", "allied", "convoy", at, "mv 9", fuel=Fuel(20), convoy=sailing, **fields)


def german(at: str = "0411", **fields: Any) -> Force:
    return force("x", "axis", "task_force", at, "lutzow", "dd_36a 2", fuel=Fuel(20), **fields)


def boats(at: str, *ships: str, side: Any = "allied") -> Force:
    return force("p", side, "wolfpack", at, *ships)


# ---------------------------------------------------------------- ways


def test_a_way_that_the_rulebook_allows_is_allowed() -> None:
    block = cruisers()
    umpire = table(block)
    sail(umpire, block, "0412", "0413", "0414")
    assert umpire.judged["5.1 hexes"] == 3


WAYS: dict[str, tuple[Force, tuple[str, ...], dict[str, Any]]] = {
    "a hex that is not beside": (cruisers(), ("0413",), {}),
    "over land": (cruisers("1205"), ("1306",), {}),
    "a fourth hex": (cruisers(), ("0412", "0413", "0414", "0415"), {}),
    "light ships at high speed in a storm": (cruisers(), ("0412", "0413", "0414"), {"sky": Sky("storm")}),
    "high speed in a gale": (force("d", "allied", "dummy", "0411"), ("0412", "0413", "0414"), {"sky": Sky("gale")}),
    "high speed with little fuel": (
        force("a", "allied", "task_force", "0411", "norfolk", fuel=Fuel(12, "low")), ("0412", "0413", "0414"), {}
    ),
    "two hexes in critical fuel": (
        force("a", "allied", "task_force", "0411", "norfolk", fuel=Fuel(8, "critical")), ("0412", "0413"), {}
    ),
    "two hexes while refuelling": (cruisers(refuelling=True), ("0412", "0413"), {}),
    "two hexes of a convoy": (merchants(), ("0412", "0413"), {}),
    "three hexes of submarines": (boats("0611", "ss_british 2"), ("0612", "0613", "0614"), {}),
    "high speed in the Inner Leads": (german("0713"), ("0714", "0814", "0815"), {"side": "axis"}),
    "an enemy's port": (cruisers("0714"), ("0814",), {}),
    "ice that nobody has met": (cruisers(), ("0311",), {}),
    "Soviet boats far from Kola": (boats("0616", "ss_soviet 2"), ("0615",), {}),
    "in the enemy's phase": (german(), ("0412",), {}),
    "Axis ships in the Channel": (german("1706"), ("english_channel",), {"side": "axis"}),
    "the Kara Sea without WUNDERLAND": (german("0622"), ("kara_sea",), {"side": "axis"}),
    "the Atlantic without a break-out": (german("0701"), ("atlantic",), {"side": "axis"}),
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_a_way_that_the_rulebook_forbids_is_noticed(way: str) -> None:
    block, hexes, fields = WAYS[way]
    umpire = table(block, **fields)
    with pytest.raises(AssertionError):
        sail(umpire, block, *hexes)


def test_a_convoy_that_turns_back_is_noticed() -> None:
    block = merchants("0412")
    umpire = table(block)
    sail(umpire, block, "0413")
    umpire.about.clear()
    with pytest.raises(AssertionError):
        sail(umpire, block, "0412")


def test_who_follows_does_not_go_by_itself() -> None:
    block, prey = cruisers(), german()
    umpire = table(block, prey)
    umpire.state.shadows.append(Shadow(prey.id, "task_force", block.id))
    with pytest.raises(AssertionError):
        sail(umpire, block, "0412")


def test_british_boats_keep_clear_of_convoys() -> None:
    block = boats("0411", "ss_british 2")
    umpire = table(block, merchants("0412"))
    with pytest.raises(AssertionError):
        sail(umpire, block, "0412")


# ---------------------------------------------------------------- ports


def in_port(block: Force, port: str, **fields: Any) -> Force:
    block.port, block.fuel = port, None
    for name, value in fields.items():
        setattr(block, name, value)
    return block


def _rests(block: Force, port: str) -> Callable[[Umpire], None]:
    return lambda umpire: umpire.rest(block, port)


def test_who_must_stay_in_port_stays() -> None:
    for block in (in_port(cruisers("0504"), "reykjavik", held=True), in_port(cruisers("0504"), "reykjavik")):
        block.counters[0].inoperative = not block.held
        umpire = table(block)
        with pytest.raises(AssertionError):
            umpire.leave(block)


def test_germans_sail_when_somebody_was_found() -> None:
    block = in_port(german("0813"), "narvik")
    umpire = table(block, side="axis")
    with pytest.raises(AssertionError):
        umpire.leave(block)


def test_tirpitz_sails_when_the_carrier_was_found() -> None:
    block = in_port(force("x", "axis", "task_force", "1111", "tirpitz"), "trondheim")
    found = cruisers()
    umpire = table(block, found, side="axis")
    umpire.report(found, 0, "search")
    with pytest.raises(AssertionError, match=r"5\.1\.8"):
        umpire.leave(block)


def test_who_leaves_a_port_or_enters_one_makes_two_hexes() -> None:
    block = in_port(cruisers("0504"), "reykjavik")
    umpire = table(block)
    umpire.leave(block)
    with pytest.raises(AssertionError):
        sail(umpire, block, "0404", "0405")
    other = cruisers("0405")
    umpire = table(other)
    sail(umpire, other, "0404", "0504")
    with pytest.raises(AssertionError):
        umpire.rest(other, "reykjavik")


def test_nobody_is_back_in_port_in_the_turn_in_which_he_left() -> None:
    block = in_port(cruisers("0504"), "reykjavik")
    umpire = table(block)
    umpire.leave(block)
    with pytest.raises(AssertionError):
        umpire.rest(block, "reykjavik")


def test_murmansk_takes_one_cruiser() -> None:
    one, other = cruisers("0817"), force("b", "allied", "task_force", "0817", "suffolk")
    umpire = table(one, other)
    umpire.rest(one, "murmansk")
    with pytest.raises(AssertionError):
        umpire.rest(other, "murmansk")


# ---------------------------------------------------------------- what is left undone


def closes(umpire: Umpire, stage: str, *, and_then: Callable[[Umpire], None] = lambda umpire: None) -> None:
    """A step in which no more happens than this."""
    umpire.begin(stage)
    and_then(umpire)
    umpire.close()


def test_a_convoy_that_stands_still_is_noticed() -> None:
    umpire = table(merchants())
    with pytest.raises(AssertionError, match=r"5\.1\.5"):
        umpire.close()


def test_a_level_that_does_not_fall_is_noticed() -> None:
    block = cruisers(level=2)
    umpire = table(block)
    sail(umpire, block, "0412")
    with pytest.raises(AssertionError, match=r"6\.6"):
        umpire.close()


def test_ships_that_sail_unpaid_are_noticed() -> None:
    block = in_port(cruisers("0504"), "reykjavik", fuel=None)
    umpire = table(block, command={"home_fleet": Points(left=16)}, start=1)
    umpire.leave(block)
    block.fuel = Fuel(21)
    with pytest.raises(AssertionError, match=r"4\.3\.2"):
        umpire.close()


def test_fuel_that_is_not_burned_is_noticed() -> None:
    block = cruisers(spent=0)
    umpire = table(block)
    sail(umpire, block, "0412", "0413", "0414")
    umpire.close()
    with pytest.raises(AssertionError, match=r"11\.1\.3"):
        closes(umpire, "fuel")


MARKS: dict[str, tuple[Fuel, Fuel]] = {
    "Low on the turn of the Warning": (Fuel(10), Fuel(10)),
    "Danger three turns on": (Fuel(10), Fuel(12, "low")),
    "Danger three turns on from now, not from a mark that was passed": (Fuel(8), Fuel(11, "low")),
    "Critical on the turn of the Danger": (Fuel(10, "low"), Fuel(10, "low")),
    "full for good": (Fuel(12), Fuel(13)),
}


@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_that_lies_wrong_is_noticed(mark: str) -> None:
    before, after = MARKS[mark]
    block = cruisers()
    block.fuel = before
    umpire = table(block)

    def settle(_: Umpire) -> None:
        block.fuel = after

    with pytest.raises(AssertionError, match=r"11\.1 fuel"):
        closes(umpire, "fuel", and_then=settle)


def test_forces_that_combine_keep_the_mark_that_is_reached_first() -> None:
    block, other = cruisers(), force("b", "allied", "task_force", "0411", "suffolk", fuel=Fuel(15))
    umpire = table(block, other)

    def combine(_: Umpire) -> None:
        umpire.state.forces.remove(other)
        block.counters += other.counters

    with pytest.raises(AssertionError, match=r"11\.1\.1"):
        closes(umpire, "combine", and_then=combine)


def test_who_lay_in_port_for_a_turn_is_refuelled() -> None:
    block = cruisers("0504", port="reykjavik")
    umpire = table(block)
    umpire.begin("fuel")
    umpire.close()
    with pytest.raises(AssertionError, match=r"11\.3\.1"):
        closes(umpire, "fuel")


def test_the_mark_of_who_sails_lies_twelve_turns_on() -> None:
    block = in_port(cruisers("0504"), "reykjavik")
    umpire = table(block, command={"home_fleet": Points(left=16)}, start=1)
    umpire.leave(block)
    block.fuel = Fuel(29)
    umpire.state.command["home_fleet"] = Points(left=14, spent=2, over=1, until=10)
    with pytest.raises(AssertionError, match=r"11\.1 mark"):
        umpire.close()


def test_of_blocks_under_one_number_that_came_upon_boats_one_has_hunted() -> None:
    """11.1.3, 6.6.1a"""
    pack = force("p", "axis", "wolfpack", "0411", "ss_german 2", level=3)
    both = [force(name, "allied", "task_force", "0411", "dd_a_i 1", fuel=Fuel(20)) for name in ("a", "b")]
    for burned, fair in (((1, 0), True), ((0, 1), True), ((0, 0), False), ((1, 1), False)):
        for one in both:
            one.spent = 0
        umpire = table(pack, *both, side="axis")
        for one in both:
            one.block = 3
        umpire.witness(Roll((10,), "passing.hunt.0411.1", "7.4"), (2,))
        umpire.tell(submarine.SubmarinesMet("axis", "0411", pack.block, 3, 2, -3, 0, 0, offensive=True))
        for one, turns in zip(umpire.state.forces[1:], burned, strict=True):
            one.spent = turns
        if fair:
            umpire.close()
            assert umpire.judged["11.1.3 one of them hunted"] == 1
        else:
            with pytest.raises(AssertionError, match=r"11\.1\.3 one"):
                umpire.close()


# ---------------------------------------------------------------- who follows, dummies, the Axis convoy


@pytest.mark.parametrize("found", [True, False])
def test_who_follows_what_this_search_has_not_found_is_noticed(found: bool) -> None:
    """6.3"""
    prey, pack = merchants(level=1), force("p", "axis", "wolfpack", "0411", "ss_german 2")
    umpire = table(prey, pack, side="axis")
    umpire.begin("search")
    if found:
        umpire.tell(search.Identified("allied", "0411", prey.block, "convoy", 1, prey.id))
    umpire.begin("strikes")
    began = search.ShadowBegan("axis", "wolfpack", "0411", prey.block)
    if found:
        umpire.tell(began)
    else:
        with pytest.raises(AssertionError, match=r"6\.3 found"):
            umpire.tell(began)


@pytest.mark.parametrize(("side", "fair"), [("axis", True), ("allied", False)])
def test_dummies_that_go_in_the_segment_of_the_enemy_are_noticed(side: str, fair: bool) -> None:
    """1.3e"""
    umpire = table(*[force(name, "axis", "dummy", "0411") for name in ("a", "b")], side=side)
    umpire.begin("combine")
    umpire.remove(umpire.force("b"))
    if fair:
        umpire.close()
    else:
        with pytest.raises(AssertionError, match=r"1\.3e"):
            umpire.close()


@pytest.mark.parametrize(("turn", "fair"), [(4, False), (5, True)])
def test_an_axis_convoy_that_sails_before_its_turn_is_noticed(turn: int, fair: bool) -> None:
    """12.3 Play of JW-51B was due to start on day 3 AM."""
    convoy = force("g", "axis", "convoy", "0814", "mv_german 2", port="tromso", convoy=Convoy())
    umpire = table(convoy, side="axis", scenario="jw51b", light="dec_2", turn=turn, start=3)
    if fair:
        umpire.leave(convoy)
    else:
        with pytest.raises(AssertionError, match=r"12\.3 not before"):
            umpire.leave(convoy)


# ---------------------------------------------------------------- carriers, raids, Patrol White


def test_aircraft_that_outlive_their_carrier_are_noticed() -> None:
    ship = force("a", "allied", "task_force", "0411", "victorious", fuel=Fuel(20))
    aboard = [AirUnit("fulmar", 2, id="f", base="victorious")]
    umpire = table(ship, air=aboard)

    def sink(_: Umpire) -> None:
        umpire.state.forces.clear()

    with pytest.raises(AssertionError, match=r"7\.8"):
        closes(umpire, "air_combat", and_then=sink)


def test_aircraft_that_are_too_many_for_what_is_left_of_their_carrier_are_noticed() -> None:
    ship = force("a", "allied", "task_force", "0411", "victorious", fuel=Fuel(20))
    umpire = table(ship, air=[AirUnit("fulmar", 2, id="f", base="victorious")])

    def hit(_: Umpire) -> None:
        ship.counters[0].strength -= 1

    with pytest.raises(AssertionError, match=r"7\.8 two"):
        closes(umpire, "air_combat", and_then=hit)


def test_who_leaves_patrol_white_for_nothing_pays() -> None:
    block = force("a", "allied", "task_force", "0405", "kent", fuel=Fuel(20))
    umpire = table(block, patrol=["kent"])
    umpire.kept["white"] = ["kent"]
    sail(umpire, block, "0506")
    with pytest.raises(AssertionError, match=r"5\.1\.9a"):
        umpire.close()


RAIDS: dict[str, tuple[str, special.Raided]] = {
    "a British port": ("event", special.Raided("axis", "scapa_flow", "ships", ("ju_88",))),
    "Soviets on a port": ("event", special.Raided("allied", "kirkenes", "ships", ("db_3f",))),
    "beyond their range": ("event", special.Raided("allied", "banak", "field", ("pe_2",))),
    "no chit": ("victory", special.Raided("axis", "murmansk", "ships", ("ju_88",))),
    "aircraft of the land": ("air_combat", special.Raided("allied", "narvik", "ships", ("beaufort",))),
    "what nobody shot down": ("event", special.Raided("axis", "vaenga", "field", ("ju_88",), ("ju_88",))),
    "fighters alone can carry no bombs by night": ("event", special.Raided("axis", "vaenga", "field", ("bf_109",))),
}


@pytest.mark.parametrize("what", RAIDS)
def test_a_raid_that_the_rulebook_forbids_is_noticed(what: str) -> None:
    stage, event = RAIDS[what]
    bases = {"ju_88": "banak", "bf_109": "kirkenes_field", "db_3f": "vaenga", "pe_2": "yagodnik", "beaufort": "wick"}
    there = [AirUnit(kind, 2, id=kind, base=base) for kind, base in bases.items()]
    umpire = table(air=there, light="dec_1", side=event.side)
    umpire.begin(stage)
    with pytest.raises(AssertionError):
        umpire.tell(event)


# ---------------------------------------------------------------- situations and points

MINERS = force("x", "axis", "task_force", "0420", "lutzow", "dd_36a 2", fuel=Fuel(20))


def test_mines_that_were_laid_score() -> None:
    umpire = table(MINERS, side="axis", chits={"axis": Chit("f", "minelaying", target="0420", turn=9)})
    umpire.kept["went"] = {"x": (2, ["0419", "0420"])}
    with pytest.raises(AssertionError, match="12 minelaying"):
        closes(umpire, "situations")


def test_in_a_storm_they_do_not() -> None:
    umpire = table(
        MINERS, side="axis", sky=Sky("storm"), chits={"axis": Chit("f", "minelaying", target="0420", turn=9)}
    )
    umpire.kept["went"] = {"x": (2, ["0419", "0420"])}
    closes(umpire, "situations")


ENDS: dict[str, dict[str, Any]] = {
    "2.1.2": {"tallies": [Tally("c", laden=True, began=8, arrived=5)]},
    "2.2": {},
    "2.3": {"command": {"home_fleet": Points(left=12, spent=4), "severny_flot": Points(), "gruppe_nord": Points()}},
    "12.5": {"chits": {"allied": Chit("c", "fleet_air_strike")}, "began": {"victorious": "scapa_flow"}},
    "12.10": {"chits": {"allied": Chit("f", "gearbox")}},
}


@pytest.mark.parametrize("rule", ENDS)
def test_points_that_nobody_books_are_noticed(rule: str) -> None:
    block = cruisers()
    block.fuel = Fuel(5, "critical" if rule == "2.2" else "low")
    umpire = table(block, **ENDS[rule])
    with pytest.raises(AssertionError, match=rule.replace(".", r"\.")):
        closes(umpire, "victory")


def test_ice_that_the_axis_must_not_enter_is_noticed() -> None:
    block = german()
    umpire = table(block, side="axis")
    umpire.tell(movement.IceMet("axis", block.block, "0411", "0311", "light_drift", (5,)))
    sail(umpire, block, "0311")
    with pytest.raises(AssertionError, match="the Axis"):
        umpire.tell(movement.IceMet("axis", block.block, "0311", "0312", "heavy_drift", (9,)))
