"""Boards with everything on them, for the tests of words and pictures."""

from collections.abc import Iterator
from typing import Any, get_args

from games.kernel.events import Event
from games.titles.goeben.components.options import Options
from games.titles.goeben.presentation import Presentation
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import Happening
from games.titles.goeben.state.state import Battle, Damage, Foe, Gone, Report, Weather
from tests.titles.goeben.box import BOX
from tests.titles.goeben.laid_out import at_sea

WORDS = Presentation(BOX)
FORTS = {
    "gibraltar": "fort_1 fort_2", "toulon": "fort_3 fort_5", "marseilles": "fort_6", "algiers": "fort_7",
    "philippeville": "fort_8+up", "bone": "fort_9", "bizerte": "fort_10", "mers_el_kebir": "fort_11 fort_12",
    "malta": "fort_13", "alexandria": "fort_14 fort_15", "port_said": "fort_16",
}  # fmt: skip
LYING = {
    "malta_pz": "gb_bc_1+up gb_ca_1+up gb_dd_1", "adriatic_pz": "gb_ca_2 gb_ca_3 quiet_seas_1 gb_lc_1 gb_dd_2",
    "gibraltar_pz": "gb_bc_2 gb_lc_2", "alexandria_pz": "gb_lc_3+up gb_dd_3", "toulon_pz": "fr_ca_1+up fr_ca_2 fr_dd_1",
    "north_african_pz": "fr_cp_1 fr_dd_2", "sardinia_pz": "fr_ca_3", "cape_gata": "merchantman_1+up",
}  # fmt: skip


def quiet() -> Board:
    """Before the first day, all where the set-up puts it."""
    return at_sea(lying={zone: names.replace("+up", "") for zone, names in LYING.items()}, forts=FORTS, turn=0)


def crowded(scenario: str = "ottoman_alliance") -> Board:
    """A day on which much has happened, with a battle in progress."""
    board = at_sea(
        scenario, options=Options(fleet="all_four"), lying=LYING, forts=FORTS, alert=4, vp=-7, turn=3,
        goeben="malta_pz+hull=9+engines=5+cargo=optics,wireless,damage_control+coal=0+leadership=5+secondary=2",
        breslau="messina+cargo=wireless,seebataillon+hull=3", moltke="malta_pz", stralsund="pola",
        ah_bb_1="cattaro", ah_ca_1="malta_pz",
    )  # fmt: skip
    state, day = board.state, board.day
    board.ship("stralsund").sunk, board.ship("stralsund").at = True, ""
    state.colliers, state.visited, state.mines = ["denusa", "kithera"], ["brindisi"], ["kithera"]
    state.ashore, state.friendly_ships = {"bone": "breslau"}, ["suda"]
    day.routes = {"goeben": ("messina", "sicily_e", "malta_pz")}
    day.weather = {"malta_pz": Weather("secondary", morale=1), "messina": Weather(storm=True)}
    day.outfitted, day.drawn = ["breslau"], {"messina": ["storm_1", "merchantman_2"]}
    state.french_sortie = True
    state.reports = [Report(2, "alexandria_pz", ("gb_lc_3",), "intelligence"), Report(1, "suda", (), "drawn")]
    state.gone += [Gone("gb_dd_4", "sunk", 2), Gone("fort_17", "destroyed", 2)]
    state.battle = Battle(
        "malta_pz", ships=["goeben", "moltke"], consorts={"ah_ca_1": Damage(hull=1)},
        foes=[Foe("gb_bc_1", Damage(guns=1, hull=1)), Foe("gb_ca_1", gone="sunk")], first="german", salvo=3, night=True,
    )  # fmt: skip
    return board


VALUES: dict[str, Any] = {
    "ship": "goeben", "ships": ("goeben", "breslau"), "space": "malta_pz", "spaces": ("toulon_pz", "north_african_pz"),
    "route": ("sicily_e", "malta_pz"), "start": "messina", "to": "breslau", "seat": "goeben", "track": "hull",
    "cargo": ("wireless", "optics"), "mission": "suez_canal", "removes": "italian_alliance", "friendly": "ottoman",
    "what": "coal", "source": "port", "why": "battle", "how": "sunk", "finding": "ir", "kind": "storm",
    "group": "british",
    "zones": {"malta_pz": 3}, "ports": {"malta": 1}, "forts": ("fort_1",), "counters": ("gb_ca_1",),
    "markers": ("storm_1", "gb_ca_1"), "dice": (1, 6), "foes": ("gb_bc_1", "gb_ca_1"), "result": "gc2",
    "first": "german",
    "batteries": ("primary", "secondary"),
    "battery": "secondary", "target": "gb_bc_1", "effects": ("guns", "hull"), "effect": "morale", "port": "malta",
    "lost": ("gb_ca_1",), "struck": ("goeben",), "outcome": "torpedo", "visibility": "secondary", "speed": "maximum",
    "verdict": "campaign_draw", "high_sea": ("malta_pz",), "starts": ("dardanelles",), "against": "gb_bc_4",
    "merchant": "merchantman_1", "outfitting": ("goeben",), "sailing": ("breslau",), "sunk": ("gb_ca_1",),
    "damaged": ("gb_bc_1",), "withdrawn": (), "returned": ("gb_dd_1",), "consorts": ("ah_ca_1",),
    "text": "Coal at Denusa & <go>, \"soon\"",
}  # fmt: skip
"""What stands in the fields of a sample."""
OWN: dict[str, dict[str, Any]] = {
    "MinesStruck": {"dice": {"gb_ca_1": 6}}, "GermansBrokeOff": {"ships": {"goeben": "sicily_e"}},
    "FortsShown": {"forts": {"fort_1": 1}}, "NotesShared": {"spaces": {}, "ships": {}}, "Impeded": {"to": "malta_pz"},
    "Scored": {"what": "gb_ca_1", "why": "allied_sunk"}, "Hazard": {"dice": (6, 1)},
    "ColliersAttacked": {"dice": (6, 1)}, "MoraleChecked": {"dice": -1},
    "MissionEnded": {"why": "too_late"}, "CollierGone": {"why": "spent"}, "ShoreDie": {"dice": (3,)},
    "BattlecruiserCalledAway": {"ship": "gb_bc_1"}, "ShipGone": {"ship": "gb_ca_1"}, "ConsortLost": {"ship": "ah_ca_1"},
    "FleetRefitted": {"ships": ("gb_ca_1",)}, "ConsortsOut": {"ships": ("ah_ca_1",)}, "NoBattle": {"why": "storm"},
    "AlliesTurnedBack": {"ships": ("gb_ca_1",), "why": "fleet_sorties"}, "LeadershipChanged": {"why": "critical_win"},
}  # fmt: skip


def samples() -> Iterator[Event]:
    """One event of each kind, every field with something in it; numbers are 2, truths true."""
    for kind in get_args(Happening):
        values = VALUES | OWN.get(kind.__name__, {})
        fields = {name: values.get(name, 2) for name in kind.__struct_fields__}
        yield kind(**fields)
