"""What is left out of what is stored because it is usual: games and questions under way rest on what that means."""

from typing import Any

import pytest
from msgspec import Struct, json, to_builtins

from games.kernel.events import PUBLIC
from games.titles.battleships.components.options import Options
from games.titles.battleships.orders.courses import CourseForm
from games.titles.battleships.orders.orders import Engage, Steer, Strike
from games.titles.battleships.orders.plots import Sailing, Waters, chart_of, movement_rule_of
from games.titles.battleships.orders.setup import SetUpForm
from games.titles.battleships.orders.targets import Aim, TargetForm
from games.titles.battleships.orders.torpedoes import Salvo, TorpedoForm
from games.titles.battleships.state.state import Hit, Laid, Marker, PastTurn, Record, Ship, Shot, State, Track
from games.titles.battleships.state.state import Strike as Struck
from games.titles.battleships.visibility.view import ShipView, View, view
from tests.titles.battleships.box import BOX
from tests.titles.battleships.laid_out import at_sea

SHEET = {"nation": "gb", "kind": "bc", "attack": 42, "defence": 9, "range": 15, "moves": 5, "printed_attack": 42,
         "printed_moves": 5, "value": 56}  # fmt: skip
SHIP = {"id": "hood", "counter": "hood", "side": "british", "at": "2512", "heading": "A"}
SAILING = {"ship": "hood", "at": "2512", "heading": "A", "speed": 4, "least": 2, "most": 5}
AIM = {"ship": "hood", "at": "bismarck", "distance": 10, "arc": "fore"}
USUAL: list[tuple[type[Struct], dict[str, Any], dict[str, Any]]] = [
    # what is stored, what must be written of it, and what the rest is where it is not
    (Sailing, SAILING, {"turns": 2, "sharpest": 3, "room": 1, "exits": (), "held": False, "line": (), "off": False,
               "movement": 0}),
    (Waters, {}, {"open": True, "shut": (), "walls": (), "prices": (0, 0, 2, 3), "columns_shifted": 0,
                  "rows_shifted": 0}),
    (Aim, AIM, {"sight": "plain", "needs": "", "attack": 0, "secondary": False, "kind": "", "modifier": 0,
                "across": (), "alone": None, "together": None}),
    (Salvo, {"ship": "a", "at": "b", "distance": 3, "number": 7, "odds": "3:1"},
     {"kind": "", "friend": False, "chances": None}),
    (Ship, SHIP, {"speed": 0, "weapons": 0, "hull": 0, "mended": 0, "torpedoes": 0, "reloaded": 0, "turned": False,
                  "radar": "", "radar_lost": False, "burning": 0, "shaken": 0, "unlit": 0, "jammed": 0,
                  "struck": False, "tries": "both", "fate": "", "full": False}),
    (Marker, {"firer": "a", "target": "b"}, {"guns": "main", "sight": "plain", "distance": 0}),
    (Shot, {"firer": "a", "target": "b", "guns": "main", "origin": "2512", "at": "2513"},
     {"distance": 0, "points": 0, "odds": "", "result": "-"}),
    (Track, {"launcher": "a", "target": "b", "origin": "2512"}, {"way": (), "struck": "", "result": "-"}),
    (Struck, {"ship": "a", "at": "2512"}, {"result": "-"}),
    (Laid, {"by": "on"}, {"until": (), "within": 0}),
    (Record, {}, {"turn": 0, "shots": [], "tracks": [], "mines": [], "ways": {}, "lost": [], "mended": {}}),
    (State, {"record": {}},
     {"scenario": "", "turn": 0, "sight": 0, "ships": [], "lights": [], "markers": [], "bombarding": "", "bombarded": 0,
      "chits": {}, "called": [], "astray": [], "spotting": [], "flags": {}, "mines": {}, "disheartened": {},
      "stacked": {}, "plans": {}, "laid": {}, "struck": [], "swept": [], "shown": {}, "suspects": {}, "winner": "",
      "verdict": "", "over": False, "columns_shifted": 0, "rows_shifted": 0, "history": []}),
    (Hit, {"by": "a", "ship": "b", "origin": "2512", "at": "2513"}, {"torpedo": False, "result": "-"}),
    (PastTurn, {"turn": 1}, {"ways": {}, "hits": [], "lost": []}),
    (Options, {}, {"as_proposed": True, "radar": False, "aircraft": False, "crews": False, "arcs": False,
                   "reloads": False, "mines": False, "batteries": False, "friendly_fire": False, "flagship": False,
                   "command": False, "turning": False, "special_damage": False}),
    (ShipView, {"ship": SHIP, **SHEET}, {"crew": 0, "radar": "", "flag": False, "astray": False}),
    (View, {"seat": "british", "record": {}},
     {"scenario": "", "sides": (), "turn": 0, "turns": 0, "night": False, "sight": 0, "inferior": "",
      "open_sea": False, "land": (), "moles": (), "nets": (), "ships": [], "lights": [], "markers": [],
      "bombarding": "", "bombarded": 0, "chits": {}, "spotting": [], "mines": {}, "plans": {}, "laid": {}, "sixths": {},
      "disheartened": {}, "winner": "", "verdict": "", "over": False, "shifted": None, "history": [],
      "exits": ()}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "needed", "usual"), USUAL, ids=[row[0].__name__ for row in USUAL])
def test_what_is_not_written_is_as_usual(kind: type[Struct], needed: dict[str, Any], usual: dict[str, Any]) -> None:
    read = json.decode(json.encode(needed), type=kind)
    assert {name: getattr(read, name) for name in usual} == usual
    assert to_builtins(read) == needed
    assert set(needed) | set(usual) | {"options"} >= set(kind.__struct_fields__)


def test_forms_and_orders_say_no_more_than_they_need() -> None:
    assert (TargetForm().markers, TargetForm().bombards) == (5, "")
    assert (TargetForm().aims, TargetForm().flares, TargetForm().crew, TargetForm().prey) == ((), (), (), ())
    assert TorpedoForm().salvoes == TorpedoForm().crew == TorpedoForm().prey == ()
    assert (SetUpForm().ships, SetUpForm().waters, SetUpForm().mines) == ((), (), 0)
    form = CourseForm()
    assert (form.stack, form.mined, form.waters, form.ships, form.laid) == (4, False, Waters(), (), ())
    assert Engage(("bb",)) == Engage(("bb",), (), "", "", "")
    assert Strike(("bb",)) == Strike(("bb",), (), "", "")
    assert Steer(("hood",), "on") == Steer(("hood",), "on", (), "")


def test_a_sea_before_its_first_turn_is_written_short() -> None:
    board = at_sea("hood 2512 A 0", "bismarck 4512 A 0", turn=0, sight=0, turns=1)
    assert [ship.afloat for ship in board.state.ships] == [True, True]
    assert set(to_builtins(board.state)) == {"scenario", "options", "ships", "record"}
    assert [set(one) for one in to_builtins(board.state)["ships"]] == [set(SHIP)] * 2
    seen = to_builtins(view(board, PUBLIC))
    assert set(seen) == {
        "seat", "scenario", "options", "sides", "turns", "inferior", "open_sea", "ships", "sixths", "record",
    }  # fmt: skip
    assert [set(one) for one in seen["ships"]] == [{"ship", *SHEET}] * 2


def test_the_usual_prices_of_turns_are_those_of_the_chart() -> None:
    ship = Sailing(**SAILING)
    assert movement_rule_of(Waters(), ship, "").turns == BOX.tables.movement.turns
    assert chart_of(Waters(), ship) == chart_of(Waters(open=True), ship)
    assert (CourseForm().stack, TargetForm().markers) == (BOX.tables.movement.stack, BOX.tables.gunnery.most_markers)
