"""Everything that a game of PQ-17 may hide, laid out by hand: in an operation and between operations."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, structs

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.air_battle import Laid
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.formations import Formation
from games.titles.pq17.orders.prospects import IceSeen
from games.titles.pq17.rules.campaign.arrivals import place_arrivals
from games.titles.pq17.rules.campaign.replacements import upgrade_at
from games.titles.pq17.state.battle import AirAttack, Battle
from games.titles.pq17.state.battle import Unit as Stack
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.roster import Away, Boxes, Played, Unit
from games.titles.pq17.state.state import (
    AirUnit,
    Booking,
    Chit,
    Convoy,
    Force,
    Lasting,
    Loss,
    Phase,
    Plan,
    Points,
    Purchase,
    Shadow,
    Sky,
    Tally,
)
from games.titles.pq17.state.steps import SOVIET_TYPES
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign


def _lying(name: str, side: Side, port: str, *holding: str, **fields: Any) -> Force:
    kind = "task_force" if holding else "dummy"
    return force(name, side, kind, BOX.ports[port].hex, *holding, port=port, **fields)


def _marked(block: Force) -> Force:
    """A block on whose display everything is noted that may be."""
    block.fuel, block.plan = Fuel(20), Plan(9, ("0814",), "narvik")
    block.told, block.spent, block.resting, block.formation = 2, 1, 3, Formation(block.id, ("dd_36a",))
    block.refuelling = block.reloading = block.held = True
    block.counters[-1] = Counter(
        "dd_36a" if block.side == "axis" else "dd_a_i", 3, crippled=True, dead=True, towed=True, tows=True, spent=1,
        used=True, oil=1, odd=1, inoperative=True, dispersed=True, green=True,
    )  # fmt: skip
    return block


def in_operation() -> Board:
    """Day 5 PM of PQ-17: blocks of both sides in port and at sea, some marked with all that a display bears."""
    board = arctic(
        force("tirpitz", "axis", "task_force", "0715", "tirpitz", fuel=Fuel(21), plan=Plan(9, ("0815",), "narvik")),
        force("lure", "axis", "dummy", "0613"),
        force("pack", "axis", "wolfpack", "0511", "ss_german 3"), force("pack_two", "axis", "wolfpack", "0513",
                                                                         "ss_german 2"),
        _marked(_lying("scheer", "axis", "narvik", "admiral_scheer", "dd_36a 3")), _lying("false", "axis", "narvik"),
        force("pq17", "allied", "convoy", "0410", "mv 31", "dd_a_i 2", fuel=Fuel(13)),
        force("qp13", "allied", "convoy", "0607", "mv 9", "dd_a_i 1", convoy=Convoy(destinations=("reykjavik",))),
        force("cover", "allied", "task_force", "0508", "wichita", fuel=Fuel(17)),
        force("decoy", "allied", "dummy", "0609"),
        _marked(_lying("home", "allied", "scapa_flow", "kenya", "dd_a_i 3")), _lying("ghost", "allied", "scapa_flow"),
    )  # fmt: skip
    for name in ("pq17", "qp13"):
        board.identify(board.force(name), 0)
        board.report(board.force(name), 0, "search")
    _note(board)
    return board


def _note(board: Board) -> None:
    """What lies on the sheets of both sides."""
    state = board.state
    state.command = {"home_fleet": Points(10, 6, 1, 9), "severny_flot": Points(6), "gruppe_nord": Points(7, 3, 1, 9)}
    state.chits = {"allied": Chit("f", "gearbox"), "axis": Chit("n", "no_restrictions")}
    state.cup = [letter for letter in BOX.situations if letter not in "fn"]
    state.bookings = [Booking(9, -2, "sunk"), Booking(9, 4, "arrived", "allied"), Booking(9, 1, "fuel", "axis")]
    state.losses = [
        Loss("allied", "mv", 1, 9, "ice", open=False, at="0410", convoy="pq17"),
        Loss("axis", "dd_36a", 1, 9, "weather", open=False), Loss("allied", "mv", 2, 9, "sunk"),
    ]  # fmt: skip
    state.air = [
        AirUnit("ju_88", 2, id="kg30", base="banak"), AirUnit("bf_109", 2, id="jg5", base="banak", interceptor=True),
        AirUnit("albacore", 2, id="817", base="victorious"),
        AirUnit("albacore", 2, damaged=1, id="832", base="victorious", at="0608", mission="search"),
        AirUnit("hurricane_soviet", 2, id="iap", base="vaenga", interceptor=True),
    ]  # fmt: skip
    state.shadows = [Shadow("pq17", "wolfpack", "pack", ("convoy",))]
    state.sky = Sky("gale", 1, local={"kola": ("fog", 12)}, stopped=["pq17", "tirpitz"], dispersing=["pq17"])
    state.lasting = Lasting(12, 12, no_restrictions=True)
    state.tallies = [Tally("pq17", laden=True, began=34, arrived=2)]
    state.temporary = {"bodo": ["axis"], "iokanka": ["allied", "axis"]}
    state.russian, state.patrol, state.began = {"light": 3}, ["kent"], {"tirpitz": "trondheim", "kenya": "clyde"}
    state.struck, state.attacked, state.come = ["victorious"], ["scheer"], ["qp13"]
    state.unbound = state.sighted = state.training_used = True
    state.drawn = {"allied": ["card_01"], "axis": ["card_02"]}
    state.offensive, state.groups_placed = {"axis": "q"}, {"axis": 1}
    state.ice_seen, state.declared = {"0410": IceSeen("light_drift", 8)}, ["cover"]
    state.instructions = {"allied": Instructions(refuses="always"), "axis": Instructions(strikes="follow")}
    state.phase = Phase(
        "axis", {"barents": ["0410"]}, ["pq17"], ["pack_two"], ["pq17"], ["pack_two"], "", (), (), ["0410"]
    )
    state.battle = Battle("axis", [Stack("a1", "allied", [Counter("kenya", 2, odd=1)], force="home")], day=True)
    state.air_attack = AirAttack("axis", "0410", (Laid("mv", (("mv", 8),)),), (("kg30", "ju_88", 2),))


def bought() -> Board:
    """Scharnhorst was bought, and lies in Trondheim with a dummy."""
    board = arctic(_lying("tf", "axis", "trondheim", "scharnhorst"), scenario="jw51b", light="dec_2", turn=1)
    board.state.bought, board.state.began = {"axis": [Purchase("scharnhorst")]}, {"scharnhorst": "trondheim"}
    return board


def purchased() -> Board:
    """Before set-up: Scharnhorst was bought for the map, Prinz Eugen for a group."""
    board = arctic(scenario="jw51b", light="dec_2", turn=1)
    board.state.bought = {"axis": [Purchase("scharnhorst"), Purchase("prinz_eugen", 2)]}
    return board


def between_operations() -> Board:
    """June of a campaign, its order of battle full of what one side alone knows."""
    board = campaign()
    roster = board.roster
    for kind, back in (("suffolk", 7), ("lutzow", 9)):
        docked = roster.find(kind) or Unit(kind, BOX.ships[kind].strength, "clyde")
        if docked in roster.units:
            roster.units.remove(docked)
        roster.away.append(Away(docked, "repair", back))
    roster.units = [one for one in roster.units if one.kind not in (*BOX.aircraft, *SOVIET_TYPES)]
    roster.units += [
        Unit("wichita", 3, "reykjavik"), Unit("gneisenau", 3, "narvik"), Unit("tb_old", 2, "scapa_flow", green=True,
             due=6, emergency=True), Unit("hurricane_soviet", 2, "vaenga"), Unit("hurricane_soviet", 1, "vaenga"),
        Unit("ju_88", 1, "banak"), Unit("bf_109", 1, "kirkenes_field"), Unit("he_115", 1, "tromso"),
        Unit("p_400", 2, "yagodnik"), Unit("koln", 2, "narvik", crippled=True, inoperative=8, afloat=True),
    ]  # fmt: skip
    roster.fortnight, roster.severny_flot, roster.gruppe_nord = 3, 6, 10
    roster.interceptors = {"banak_1": 2, "vaenga_1": 1}
    roster.boxes = {
        port: Boxes([Unit("mv", 5, port), Unit("mc", 2, port)], [Unit("mv", 4, port)], [Unit("mo", 3, port)])
        for port in ("murmansk", "arkhangelsk")
    }
    roster.ledger, roster.known = [_played("mar_1"), _played("mar_2")], []
    roster.unloaded = roster.discharged = 8
    roster.replaced, roster.ev, roster.ev_declared = [Unit("ju_88", 1, "banak")], "crossed", 0
    upgrade_at(BOX, roster, "hurricane_soviet", "vaenga", "p_40")
    _sheets(board)
    return board


def _sheets(board: Board) -> None:
    """15.4 to 15.8 What either side has written, called and lost."""
    roster = board.roster
    roster.away.append(Away(Unit("admiral_scheer", 3, "trondheim"), "leave", operation="break_out"))
    roster.returning, roster.bids = "c", {"allied": 2, "axis": 1}
    roster.damaged_boats, roster.boats_lost, roster.early, roster.sunk = 2, {"ss_british": 1}, {"dd_a_i": 2}, ["mc"]
    roster.noted = [Unit("london", 3, "scapa_flow", green=True)]
    roster.sailed = ["london"]
    roster.called = {"axis": {"tb_35_37": 1}, "allied": {"dd_a_i": 2}}
    roster.called_green, roster.taken = {"allied": {"tb_old": 1}}, ["jul_1.anson"]
    roster.early_green = [Unit("jamaica", 2, "scapa_flow", green=True, due=7)]
    roster.cobweb, roster.agent, roster.betrayed, roster.hurt = 0, "d", ["pq8m"], ["admiral_scheer"]
    roster.overdue, roster.arrived, roster.raised = {"koln": 1}, 5, True


def _played(key: str) -> Played:
    return Played(key, 2, 1, "allied", operation=True, points=8, arrived=9, unloaded=8)


def unloading() -> Board:
    """The same before aircraft wait for cargo, where nothing is named to go first."""
    board = between_operations()
    board.roster.unload_first = {"arkhangelsk": {"mv": 1}}
    return board


def admitted() -> Board:
    """15.3.3 Of two Soviet air units that waited for cargo one was admitted."""
    board = between_operations()
    roster = board.roster
    roster.fortnight = next(place for place, one in enumerate(BOX.campaign.fortnights) if one.key == "sep_1")
    roster.units = [one for one in roster.units if one.kind not in ("p_40", "pe_3")]
    roster.waiting, roster.unloaded = [Unit("pe_3", 2, "vaenga"), Unit("p_40", 2, "vaenga")], 6
    place_arrivals(BOX, roster)
    return board


def at_rest() -> Board:
    """The same operation with nothing planned, and no phase under way."""
    board = in_operation()
    board.state.phase, board.state.battle, board.state.air_attack = None, None, None
    for block in board.state.forces:
        block.plan = None
    return board


LAID_OUT = {
    "in an operation": in_operation, "at rest": at_rest, "before an operation": purchased, "set up": bought,
    "between operations": between_operations,
    "unloading": unloading, "admitted": admitted,
}  # fmt: skip


Path = tuple[str | int, ...]


def places(thing: Any, kind: type, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """All things of a kind in a state, each with the way to it."""
    if type(thing) is kind:
        yield path, thing
    parts: Any = ()
    if isinstance(thing, Struct):
        parts = ((name, getattr(thing, name)) for name in thing.__struct_fields__)
    elif isinstance(thing, dict):
        parts = thing.items()
    elif isinstance(thing, list | tuple):
        parts = enumerate(thing)
    for name, part in parts:
        yield from places(part, kind, (*path, name))


def otherwise(thing: Any, path: Path, value: Any) -> Any:
    """A state with a value otherwise."""
    if not path:
        return value
    first, *rest = path
    if isinstance(thing, Struct):
        name = str(first)
        return structs.replace(thing, **{name: otherwise(getattr(thing, name), tuple(rest), value)})
    changed = otherwise(thing[first], tuple(rest), value)
    if isinstance(thing, dict):
        return thing | {first: changed}
    return type(thing)(changed if place == first else one for place, one in enumerate(thing))
