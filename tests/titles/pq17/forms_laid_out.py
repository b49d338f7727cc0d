"""Forms laid out by hand, one of each kind that has something of everything to order."""

from typing import Any

from msgspec import structs

from games.titles.pq17.orders.administration import AdministrationForm
from games.titles.pq17.orders.air_battle import AirDefenceForm, AirStrikeForm, Fighter
from games.titles.pq17.orders.air_battle import Laid as Stack
from games.titles.pq17.orders.attacks import StrikesForm, Target
from games.titles.pq17.orders.battle import BattleForm, Laid
from games.titles.pq17.orders.convoys import Company, ConvoysForm, Offered
from games.titles.pq17.orders.draft_odds import Chance, Throw
from games.titles.pq17.orders.missions import Flight, Missions, Watch
from games.titles.pq17.orders.movers import Mover
from games.titles.pq17.orders.moves import Moves
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.orders.preparations import PreparationsForm
from games.titles.pq17.orders.setup import Piece, SetUpForm
from games.titles.pq17.orders.waters import Waters, encode_hexes

SEA = {"sea": Waters(encode_hexes(frozenset(("0407", "0408", "0409", "0410"))))}


def mover(name: str, at: str = "0409", **fields: Any) -> Mover:
    return Mover(force=name, kind=fields.pop("kind", "task_force"), at=at, hexes=fields.pop("hexes", 2), **fields)


STRIKES = StrikesForm(
    forces=("tf", "pack"),
    targets=(
        Target("x", units=("a", "b"), forces=("tf", "pack"), packs=("pack", "wolf"),
               shadowers=("pack", "wolf", "sector_barents", "a", "tf"),
               splits={"tf": ({"london": 1, "dd": 2}, ("london",))}),
        Target("y", units=("a", "c"), forces=("tf",), shadowers=("sector_barents", "c"), hopeless=("c",)),
    ),
    chances={"x": {"a": Chance(10, 40, 1), "b": Chance(20, 40, 1), "pack": Chance(5, 40, 2)}},
)  # fmt: skip
BATTLE = BattleForm(
    side="allied", attacker="axis", round=1,
    units=(Laid("london", "allied", (("london", 3),)), Laid("dd", "allied", (("dd_a_i", 2),), 2, divides=True),
           Laid("wreck", "allied", (("kent", 0),), able=False), Laid("lutzow", "axis"),
           Laid("koln", "axis", torpedoes=1)),
    throws=(Throw("dd", "lutzow", "guns", 3, 7, 90), Throw("dd", "koln", "guns", 3, 7, 90),
            Throw("dd", "lutzow", "torpedoes", 2, 8, 40), Throw("london", "lutzow", "guns", 3, 8, 60)),
    evading=(-1, -2), leaves={"london": 7, "dd": 10},
)  # fmt: skip
DEFENCE = AirDefenceForm(
    at="0411", attackers=(("ju_88", 2), ("bf_110", 2), ("ju_88", 1)), ships=(("mv", 4), ("dd_a_i", 2), ("mv", 2)),
    fighters=(Fighter("near"), Fighter("far", beside=True), Fighter("farther", beside=True)), cams=True,
    bombers=("alb",),
    throws=(Throw("near", "ju_88", "fighters", 2, 6, 80), Throw("bf_110", "near", "fighters", 2, 9, 10)),
    guns={"mv": 0, "dd_a_i": 2}, cam=1,
)  # fmt: skip
AIR = AirStrikeForm(
    at="0411", row=(Stack("mv", (("mv", 4),)), Stack("london", (("london", 3),))), units=(("a", 2), ("b", 1), ("c", 2)),
    torpedoes=("a",), throws=(Throw("a", "mv", "bombs", 2, 6, 80), Throw("a", "mv", "torpedoes", 4, 8, 50, (0,), 20),
                              Throw("b", "mv", "bombs", 1, 6, 40)),
)  # fmt: skip
SHEET = AdministrationForm(
    side="axis", afloat={"koln": ("narvik", "kiel")}, docks={"lutzow": 3, "tirpitz": 2}, worst=("lutzow",),
    docked_at=("kiel", "german"), in_place=("tirpitz",), leaving={"dd": 2}, fit={"dd": {"dd_36a": 3, "z23": 1}},
    single=("z23",), kept=2, steps=3, room=(("ju_88", "banak", 2), ("he_111", "bardufoss", 4)),
    new=(("bf_109", "banak", ("fw_190",)),), waiting=("p_40", "pe_3"), cargo={"murmansk": {"mv": 4, "mo": 2}},
    unloaded={"murmansk": 5}, patrol=("norfolk",), reliefs={"kent": 0, "renown": 1}, late=("koln",), mending=(5, 7),
    mending_cost=2,
)  # fmt: skip
CONVOYS = ConvoysForm(
    convoys=(Offered("pq", "reykjavik", (Company("palomares", 1, "aa"), Company("pozarica", 1, "aa"),
                                         Company("alynbank", 1, "aa"), Company("aldersdale", 1, "ao"),
                                         Company("es_british", 6, "es"), Company("dd_a_i", 4)), (("dd_a_i", 2),), 12),
             Offered("qp", "murmansk", (Company("tb_old", 1),), (), 9)),
    counters={"aa": 2, "ao": 0}, escorts=4,
)  # fmt: skip
PLACES = SetUpForm(
    forces=("a", "b", "c", "d", "e"),
    pieces=(Piece("a", ("0410", "0411"), apart=True), Piece("b", ("0410", "0412"), apart=True), Piece("c", ("narvik",)),
            Piece("d", ("narvik", "tromso"))),
    anywhere=("e", "f"), places=("0303", "0304"),
)  # fmt: skip
FLIGHTS = PhaseForm(missions=Missions(
    side="allied",
    flights=(Flight("u", search=("0410", "0411"), attack=("0410",), patrol=("0410", "0411", "0412"),
                    photograph=("narvik",), radii=2),
             Flight("f", escort=("0410",)), Flight("p", patrol=("0410",))),
    watches=(Watch("british", 2, ("0410", "0411", "0412")), Watch("soviet", 1, ("0411",))), carriers=("home",),
))  # fmt: skip
MOVES = PhaseForm(
    forces=("a", "b", "s", "pq", "pack", "lure", "held"),
    moves=Moves(
        movers=(mover("a", hexes=3, paces=("slow", "high"), ships={"x": 1, "y": 2}, prices={"home_fleet": 2},
                      port="narvik", at="0408", trains=True),
                mover("b", hexes=2, at="0408", port="narvik", ships={"z": 1}, tugs={"t": 1}, shadowed=True, rest=True,
                      planned=True, refuels=True, tows=True, stands=True),
                mover("s", kind="convoy", at="0409", to=("narvik", "tromso"), nearest={"narvik": 1}, gone=("0410",),
                      ships={"dd": 1}, rest=True),
                mover("pack", kind="wolfpack", at="0408"), mover("lure", kind="dummy"), mover("held", hexes=0)),
        waters=SEA, ports={"narvik": "0408", "tromso": "0407", "lerwick": "0410"}, boats=("lerwick",),
        held={"held": "5.1.8"}, points={"home_fleet": 3}, dummies=1,
    ),
)  # fmt: skip
CALLED = PreparationsForm(
    classes={"dd_us": "us", "dd_a_i": "british", "tb_old": "british"}, limits_of={"us": 2, "british": 3}, cost=2,
    rule="15.4.1", new=("jamaica", "sheffield"), due=("jamaica",), green=True, side="allied",
)  # fmt: skip
NAMED: dict[str, Any] = {
    "preparations": CALLED, "no crews": structs.replace(CALLED, green=False), "nobody to call": PreparationsForm(),
    "nobody sails": PhaseForm(moves=Moves(movers=(mover("a", hexes=0, trains=True, planned=True),), waters=SEA)),

    "strikes": STRIKES, "in groups": structs.replace(STRIKES, groups=True), "no strikes": StrikesForm(),
    "battle": BATTLE, "surprised": structs.replace(BATTLE, surprised="allied", evading=(0, 0)),
    "surprising": structs.replace(BATTLE, surprised="axis"), "round 2": structs.replace(BATTLE, round=2),
    "nobody there": structs.replace(BATTLE, units=BATTLE.units[:1]),
    "nobody able": structs.replace(BATTLE, units=BATTLE.units[2:4]),
    "defence": DEFENCE, "caught": structs.replace(DEFENCE, surprise="caught"),
    "warned": structs.replace(DEFENCE, surprise="warned"),
    "little to defend": AirDefenceForm(attackers=(("ju_88", 2), ("ju_88", 1)), ships=(("mv", 4),),
                                       fighters=(Fighter("near"),)),
    "nothing to defend": AirDefenceForm(ships=(("mv", 4), ("mv", 1))),
    "air": AIR, "over a field": structs.replace(AIR, grounded=True), "no row": structs.replace(AIR, row=()),
    "sheet": SHEET, "one step": structs.replace(SHEET, steps=1),
    "no steps": AdministrationForm(side="allied", waiting=("p_40",), patrol=("norfolk",),
                                   room=(("ju_88", "banak", 2),), new=(("bf_109", "banak", ("fw_190",)),)),
    "convoys": CONVOYS, "waiting": structs.replace(CONVOYS, waits=True), "set-up": PLACES, "flights": FLIGHTS,
    "moves": MOVES, "on the way": PhaseForm(moves=structs.replace(MOVES.moves, on_the_way=True)),
    "no dummies": PhaseForm(moves=structs.replace(MOVES.moves, dummies=0)),
}  # fmt: skip
