"""What orders may not say, one fault after the other and the nearest order that is none; what forms foretell."""

from typing import Any

import pytest

from games.kernel.conformance.json_schema import violations
from games.kernel.random_source import random_source
from games.titles.pq17.orders.administration import AdministrationForm
from games.titles.pq17.orders.attacks import StrikesForm, Target
from games.titles.pq17.orders.battle import BattleForm, Laid
from games.titles.pq17.orders.convoys import Company, ConvoysForm, Offered
from games.titles.pq17.orders.missions import Flight, Missions, Watch
from games.titles.pq17.orders.movers import Mover
from games.titles.pq17.orders.moves import Moves
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.orders.planning import PlansForm
from games.titles.pq17.orders.preparations import PreparationsForm
from games.titles.pq17.orders.prospects import Prospects
from games.titles.pq17.orders.setup import Piece, SetUpForm
from games.titles.pq17.orders.situations import PurchaseForm
from games.titles.pq17.orders.special import Specials
from games.titles.pq17.orders.waters import Waters, encode_hexes

rule = pytest.mark.rule
SEA = {"sea": Waters(encode_hexes(frozenset(f"{row:02}{place:02}" for row in range(3, 7) for place in range(1, 13))))}

BATTLE = BattleForm(
    side="allied", attacker="axis",
    units=(Laid("london", "allied", (("london", 3),)), Laid("dd_a_i", "allied", (("dd_a_i", 2),), torpedoes=2),
           Laid("wreck", "allied", (("norfolk", 0),), able=False), Laid("lutzow", "axis", (("lutzow", 4),)),
           Laid("hipper", "axis", (("admiral_hipper", 4),)), Laid("koln", "axis", (("koln", 3),), torpedoes=1)),
)  # fmt: skip
FLOWN = PhaseForm(missions=Missions(
    flights=(Flight("u", search=("0401", "0402"), attack=("0401",), patrol=("0401", "0402"), photograph=("narvik",),
                    radii=2), Flight("v", search=("0401",))),
    watches=(Watch("barents", 2, ("0401", "0402", "0403")), Watch("trondheim", 2, ("0402", "0403"))),
    carriers=("home", "other"),
))  # fmt: skip
SPECIAL = PhaseForm(specials=Specials(
    convoys=("c", "d"), bombed=("trondheim", "narvik"), show="f", raided=("banak_field", "narvik"), raiders=("u", "v"),
))  # fmt: skip
STRIKES = StrikesForm(targets=(
    Target("x", units=("a", "b"), forces=("tf", "u1"), shadowers=("u1", "u2", "cover", "sector_barents"),
           packs=("u1", "u2"), splits={"cover": ({"london": 1, "dd_a_i": 2}, ("london",))}),
    Target("y", units=("a", "b"), forces=("tf",), shadowers=("u1", "u2", "sector_barents"), packs=("u1", "u2")),
))  # fmt: skip
CONVOYS = ConvoysForm(
    convoys=(Offered("pq", "reykjavik", (Company("es_british", 9, "es"), Company("es_us", 2, "es"),
             Company("alynbank", 2, "aa"), Company("palomares", 2, "aa"), Company("pozarica", 2, "aa"),
                                         Company("dd_a_i", 3, "")), (("es_british", 4),)), Offered("qp", "murmansk")),
    counters={"aa": 2}, escorts=4,
)  # fmt: skip
SET_UP = SetUpForm(
    forces=("a", "u", "v"),
    pieces=(Piece("a", ("narvik", "trondheim")), Piece("u", ("0401", "0402"), apart=True),
            Piece("v", ("0401", "0402", "0403"), apart=True), Piece("b", ("kiel",))),
    anywhere=("d1", "d2"), places=("0401", "0405"),
)  # fmt: skip


def faults(form: Any, words: str) -> list[str]:
    """The rules by which an answer is wrong."""
    return [one.rule for one in form.problems(form.read(form.parse(words)))]


@rule("pq17", "7.5.4", "7.5.2c", "7.5.2g", "7.5.2k", "7.5.2l")
@pytest.mark.parametrize(
    ("words", "by"),
    [
        ("post dd_a_i area=screening screens=lutzow", []),
        ("post dd_a_i area=screening screens=lutzow,hipper", []),
        ("post dd_a_i area=torpedo screens=lutzow", []),
        ("post dd_a_i area=deployment screens=lutzow", ["7.5.4"]),
        ("post dd_a_i area=withdrawal screens=lutzow", ["7.5.4"]),
        ("post dd_a_i area=screening screens=lutzow shields=london", []),
        ("post dd_a_i area=torpedo screens=lutzow shields=london", []),
        ("post dd_a_i area=deployment screens=lutzow shields=london", ["7.5.4"]),
        ("post dd_a_i area=screening shields=london", ["7.5.4"]),
        ("post dd_a_i area=deployment shields=london", ["7.5.4", "7.5.4"]),
        ("post dd_a_i area=screening screens=lutzow,hipper shields=london", ["7.5.4"]),
        ("post dd_a_i area=deployment\npost dd_a_i area=torpedo since=2", []),
        ("post dd_a_i area=deployment\npost dd_a_i area=torpedo", ["7.5.2c"]),
        ("post dd_a_i area=deployment since=2\npost london area=deployment since=2", []),
        ("launch dd_a_i at=lutzow since=2\nlaunch dd_a_i at=hipper since=3", []),
        ("launch dd_a_i at=lutzow since=2\nlaunch dd_a_i at=hipper since=2", ["7.5.2c"]),
        ("leave london since=2\nleave dd_a_i since=2", []),
        ("leave london,dd_a_i since=2\nleave dd_a_i since=2", ["7.5.2c"]),
        ("aim dd_a_i at=lutzow\nleave dd_a_i since=2", []),
    ],
)
def test_what_is_ordered_in_a_battle(words: str, by: list[str]) -> None:
    assert faults(BATTLE, words) == by


@rule("pq17", "7.5.2g")
def test_a_unit_aims_once() -> None:
    twice = BATTLE.parse("aim dd_a_i at=lutzow\naim dd_a_i at=hipper")
    assert list(violations(BATTLE.schema(), twice))
    assert faults(BATTLE, "aim dd_a_i at=lutzow\naim dd_a_i at=hipper") == ["7.5.2c"]
    assert not list(violations(BATTLE.schema(), BATTLE.parse("aim dd_a_i at=lutzow\naim london at=lutzow")))


@rule("pq17", "7.5.2", "7.5.2k", "7.5.2l", "7.5.4")
def test_what_each_unit_on_the_display_may_do() -> None:
    ways = {(way.verb, way.fields[0].values): {field.name: field for field in way.fields} for way in BATTLE.templates()}
    assert {(verb, unit) for verb, units in ways for unit in units} == {
        ("post", "london"), ("post", "dd_a_i"), ("post", "wreck"), ("aim", "london"), ("aim", "dd_a_i"),
        ("aim", "wreck"), ("launch", "dd_a_i"), ("leave", "london"), ("leave", "dd_a_i"),
    }  # fmt: skip
    assert ways["post", ("wreck",)]["area"].values == ("deployment",)
    able = ways["post", ("dd_a_i",)]
    assert able["area"].values == ("deployment", "screening", "torpedo", "withdrawal")
    assert (able["screens"].values, able["screens"].most) == (("lutzow", "hipper", "koln"), 2)
    assert able["shields"].values == ("london", "wreck")
    assert ways["launch", ("dd_a_i",)]["symbols"].values == ("1", "2")
    assert BattleForm(side="allied", units=BATTLE.units[:2]).templates() == (), "there is nobody to fight"
    alone = BattleForm(side="allied", units=(BATTLE.units[0], BATTLE.units[3]))
    assert "shields" not in {field.name for way in alone.templates() for field in way.fields}


@rule("pq17", "5.3", "5.3.1", "6.4.2a", "6.9", "5.3.1a")
@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("fly u mission=search to=0401\nfly v mission=search to=0401", False),
        ("fly u mission=search to=0401\nfly u mission=attack to=0401", True),
        ("fly u mission=search to=0401\nphotograph u port=narvik", True),
        ("patrol u to=0401\nfly u mission=search to=0402", True),
        ("patrol u to=0401 also=0402", False),
        ("patrol u to=0401 also=0401", True),
        ("sector barents hexes=0401,0402\nsector trondheim hexes=0403", False),
        ("sector barents hexes=0401,0402\nsector trondheim hexes=0402", True),
        ("sector barents hexes=0401\nsector barents hexes=0402", True),
        ("declare home\ndeclare other", False),
        ("declare home\ndeclare home", True),
    ],
)
def test_what_is_ordered_in_the_air(words: str, wrong: bool) -> None:
    assert bool(faults(FLOWN, words)) is wrong


@rule("pq17", "5.5", "12.4", "12.9", "7.1.3", "5.3")
@pytest.mark.parametrize(
    ("words", "by"),
    [
        ("scatter c\nscatter d", []),
        ("scatter c\nscatter c", ["5.5"]),
        ("bomb trondheim\nbomb narvik", ["12.4"]),
        ("bomb trondheim\nscatter c\nreveal f", []),
        ("reveal f\nreveal f", ["12.9"]),
        ("raid banak_field units=u\nraid narvik units=v", []),
        ("raid banak_field units=u\nraid narvik units=u,v", ["5.3"]),
        ("raid banak_field units=u\nraid narvik units=v\nraid narvik units=u", ["5.3", "7.1a"]),
    ],
)
def test_what_is_ordered_of_convoys_chits_and_carriers(words: str, by: list[str]) -> None:
    assert faults(SPECIAL, words) == by


@rule("pq17", "6.3", "6.3.2", "6.3.3", "7.1", "7.1a", "1.2.3")
@pytest.mark.parametrize(
    ("words", "by"),
    [
        ("strike a at=x\nstrike b at=y", []),
        ("strike a at=x\nstrike b at=x", ["7.1a"]),
        ("strike a at=x\nstrike a,b at=y", ["7.1"]),
        ("attack tf at=x\nattack tf at=y", ["7.1"]),
        ("attack u1 at=x\nshadow u1 at=y", ["7.1"]),
        ("attack tf at=x\nshadow u1 at=x", []),
        ("shadow sector_barents at=x\nshadow sector_barents at=y", []),
        ("shadow u1 at=x\nshadow u2 at=y", []),
        ("shadow u1 at=x\nshadow u2 at=x", ["6.3.2"]),
        ("shadow u1 at=x\nshadow cover at=x", []),
        ("shadow cover at=x ships=london", []),
        ("shadow cover at=x ships=london,dd_a_i", []),
        ("shadow cover at=x ships=london,london", ["1.2.3"]),
        ("shadow cover at=x ships=dd_a_i", ["6.3.3"]),
        ("shadow cover at=x ships=london,dd_a_i,dd_a_i", ["1.2.3"]),
    ],
)
def test_who_follows_and_attacks(words: str, by: list[str]) -> None:
    assert faults(STRIKES, words) == by


@rule("pq17", "15.2", "15.2a", "1.2.1a")
@pytest.mark.parametrize(
    ("words", "by"),
    [
        ("escort pq ship=es_british strength=4", []),
        ("escort pq ship=es_british strength=5", ["1.2.1a"]),
        ("escort pq ship=es_british strength=2\nescort pq ship=es_us strength=2", []),
        ("escort pq ship=es_british strength=3\nescort pq ship=es_us strength=2", ["1.2.1a"]),
        ("escort pq ship=alynbank\nescort pq ship=palomares", []),
        ("escort pq ship=alynbank\nescort pq ship=palomares\nescort pq ship=pozarica", ["15.2a"]),
        ("escort pq ship=dd_a_i\nescort pq ship=dd_a_i", ["15.2"]),
        ("hold pq\nhold qp", []),
        ("hold pq\nalone pq", ["15.2"]),
        ("alone pq\nescort pq ship=dd_a_i", ["15.2"]),
        ("hold qp\nescort pq ship=dd_a_i", []),
    ],
)
def test_what_sails_with_a_convoy(words: str, by: list[str]) -> None:
    assert faults(CONVOYS, words) == by


@rule("pq17", "4.1.3", "8.3a", "T.scenarios")
@pytest.mark.parametrize(
    ("words", "by"),
    [
        ("place a at=trondheim\nplace u at=0402", []),
        ("place a at=trondheim\nplace a at=narvik", ["4.1.3"]),
        ("place u at=0402\nplace v at=0402", ["T.scenarios"]),
        ("place u at=0402\nplace v at=0401", []),
        ("place d1 at=0401\nplace d2 at=0401\nplace u at=0401", []),
    ],
)
def test_where_forces_begin(words: str, by: list[str]) -> None:
    assert faults(SET_UP, words) == by
    assert bool(list(violations(SET_UP.schema(), SET_UP.parse(words)))) is (by == ["4.1.3"])


@rule("pq17", "4.1.3")
def test_who_is_not_named_stands_at_his_usual_place_or_the_next_that_is_free() -> None:
    def placed(words: str) -> dict[str, str]:
        return SET_UP.placed(SET_UP.read(SET_UP.parse(words)))

    assert placed("pass") == {"a": "narvik", "u": "0401", "v": "0402", "b": "kiel"}
    assert placed("place u at=0402") == {"a": "narvik", "u": "0402", "v": "0401", "b": "kiel"}
    assert placed("place v at=0401\nplace a at=trondheim") == {"a": "trondheim", "u": "0402", "v": "0401", "b": "kiel"}
    told = [line.text.en for line in SET_UP.preview([{"order": "place", "force": "u", "at": "0402"}]).lines]
    assert told == ["a: 'narvik' unless you say otherwise", "v: '0402' unless you say otherwise"]


# --- 5.1.5 the ways of convoys


def routed(way: tuple[str, ...], **fields: Any) -> list[tuple[str, str]]:
    """What is wrong with a way of a convoy to a port in 0407, from 0404 unless it lies elsewhere. A way that ends too
    soon goes on by itself.
    """
    one = Mover(force="c", kind="convoy", at=fields.pop("at", "0404"), hexes=1, to=("narvik",), **fields)
    form = PhaseForm(moves=Moves(movers=(one,), waters=SEA, ports={"narvik": "0407"}))
    raw = [{"order": "route", "convoy": "c", "to": "narvik", "way": list(way)}]
    return [(found.rule, found.pointer) for found in form.problems(form.read(raw))]


@rule("pq17", "5.1.5", "5.1.5a")
@pytest.mark.parametrize(
    ("way", "fields", "by"),
    [
        (("0405", "0406", "0407"), {}, ""),
        (("0403", "0304", "0305", "0306", "0406", "0407"), {}, ""),
        (("0403", "0402", "0303", "0304", "0305", "0306", "0406", "0407"), {}, "5.1.5a"),
        (("0405", "0406"), {}, ""),
        ((), {}, ""),
        ((), {"at": "0407"}, ""),
        (("0405", "0406", "0407"), {"gone": ("0406",)}, "5.1.5a"),
        (("0403", "0304", "0305", "0306", "0406", "0407"), {"nearest": {"narvik": 2}}, "5.1.5a"),
        (("0405", "0406", "0407"), {"nearest": {"narvik": 2}}, ""),
        (("0405", "0305", "0306", "0406", "0407"), {}, ""),
        (("0405", "0305", "0304", "0403", "0504", "0505", "0506", "0406", "0407"), {}, "5.1.5a"),
    ],
)  # fmt: skip
def test_a_convoy_goes_no_more_than_a_hex_away_from_its_port_and_never_back(way: Any, fields: Any, by: str) -> None:
    assert routed(way, **fields) == ([(by, "/0/way")] if by else [])


# --- what is told of a draft, what a schema and notes say


@rule("pq17", "4.2", "5.0", "5.1.2", "5.1.3", "4.3.2")
@pytest.mark.parametrize(
    ("order", "says"),
    [
        ({"order": "sail", "force": "a", "sails": "1.am", "way": ["0402", "0403"]}, "2 hexes, there on day 1 AM"),
        ({"order": "sail", "force": "a", "sails": "1.pm", "way": ["0402", "0403", "0404"]}, "there on day 2 AM"),
        ({"order": "sail", "force": "a", "sails": "1.am", "way": ["0402", "0403"], "pace": "slow"},
         "there on day 1 PM"),
        ({"order": "sail", "force": "a", "sails": "1.am", "way": ["0402", "0403", "0404"], "pace": "high"},
         "there on day 1 AM"),
        ({"order": "sail", "force": "a", "sails": "1.am", "way": ["0402", "0403"], "enters": "narvik"},
         "there on day 1 PM"),
        ({"order": "sail", "force": "b", "sails": "1.am", "way": ["0402", "0403"]}, "there on day 1 PM"),
        ({"order": "sail", "force": "a", "way": ["0402", "0403"]}, "2 hexes; 1 of them in enemy air radii"),
        ({"order": "schedule", "convoy": "c", "to": "narvik", "sails": "1.am", "way": ["0402", "0403"]},
         "2 hexes, there on day 2 PM"),
        ({"order": "schedule", "convoy": "c", "to": "narvik", "sails": "1.am"}, "2 hexes, there on day 2 PM"),
    ],
)  # fmt: skip
def test_a_plan_tells_when_its_way_ends(order: dict[str, Any], says: str) -> None:
    """A turn to leave port and one to enter it are hexes too; a convoy goes one a turn."""
    form = PlansForm(
        movers=(Mover("a", "task_force", "0401", 3, paces=("slow", "cruise", "high")),
                Mover("b", "task_force", "0401", 2, port="tromso")),
        convoys=(Mover("c", "convoy", "0401", 1, port="tromso", to=("narvik",), prices={"home_fleet": 2}),),
        waters=SEA, ports={"narvik": "0403", "tromso": "0401"}, start=9, points={"home_fleet": 5},
        prospects=Prospects(air=encode_hexes(frozenset(("0403", "0409")))),
    )  # fmt: skip
    lines = form.preview([order]).lines
    (way,) = [line.text.en for line in lines if line.pointer == "/0/way"]
    assert says in way
    assert bool([line for line in lines if line.tone == "spends"]) is ("convoy" in order)


@rule("pq17", "15.6.3", "15.7.2", "15.5.1", "15.4.3", "15.4.1")
def test_sheets_say_in_words_what_no_schema_says() -> None:
    for steps, said in ((1, "1 step of aircraft at most."), (3, "3 steps of aircraft at most.")):
        assert [(note.rule, note.text.en) for note in AdministrationForm(steps=steps).schema_notes()] == [
            ("15.6.3", said)
        ]
    assert [note.rule for note in AdministrationForm(leaving={"cl": 1}).schema_notes()] == ["15.7.2"]
    assert list(AdministrationForm().schema_notes()) == []
    called = PreparationsForm(classes={"dd_us": "us"}, limits_of={"us": 4}, rule="15.4.1", new=("jamaica",))
    assert [(note.rule, note.text.en) for note in called.schema_notes()] == [("15.4.1", "us: at most 4 strength.")]
    docked = AdministrationForm(docks={"kent": 2, "suffolk": 1}, in_place=("kent", "suffolk"), side="allied")
    for form, once, apart in (
        (docked, "repair kent steps=1\nrepair kent steps=2", "repair kent steps=1\nrepair suffolk steps=1"),
        (
            docked,
            "instruct oilers does=reykjavik\ninstruct oilers does=loch_ewe",
            "instruct oilers does=loch_ewe\ninstruct administers does=never",
        ),
        (CONVOYS, "hold pq\nhold pq", "hold pq\nhold qp"),
        (CONVOYS, "alone pq\nalone pq", "alone pq\nalone qp"),
    ):  # fmt: skip
        assert list(violations(form.schema(), form.parse(once))), once
        assert not list(violations(form.schema(), form.parse(apart))), apart


@rule("pq17", "3.2a", "4.2", "15.2", "7.5.2")
@pytest.mark.parametrize("form", [BATTLE, FLOWN, SPECIAL, STRIKES, CONVOYS, SET_UP],
                         ids=["battle", "air", "special", "strikes", "convoys", "set_up"])  # fmt: skip
def test_random_answers_are_answers_and_not_all_the_same(form: Any) -> None:
    found = [form.sample(random_source("orders", number)) for number in range(30)]
    assert all(next(form.problems(one), None) is None for one in found)
    assert len({form.render(one) for one in found}) > 5


PURCHASE = PurchaseForm(costs={"scharnhorst": 36, "prinz_eugen": 9}, groups=("1", "2"))


@rule("pq17", "14.0", "14.0a")
def test_a_ship_costs_half_with_a_group_rounded_up_to_a_half_point() -> None:
    ways = {tuple(field.name for field in way.fields): way.fields[0] for way in PURCHASE.templates()}
    assert ways["ship",].prices == {"scharnhorst": {"points": 36}, "prinz_eugen": {"points": 9}}
    assert ways["ship", "group"].prices == {"scharnhorst": {"points": 18}, "prinz_eugen": {"points": 5}}
    (purse,) = PURCHASE.purses()
    assert (purse.key, purse.limit, purse.rule) == ("points", 45, "14.0")
    assert (PurchaseForm().templates(), PurchaseForm().purses()) == ((), ())
    assert {len(way.fields) for way in PurchaseForm(costs={"koln": 3}).templates()} == {1}
    assert faults(PURCHASE, "buy scharnhorst\nbuy prinz_eugen group=1") == []
    assert set(faults(PURCHASE, "buy scharnhorst\nbuy scharnhorst group=1")) == {"14.0"}
    assert faults(PURCHASE, "buy prinz_eugen\nbuy prinz_eugen group=1") == ["14.0"]


SAID_OR_NOT = {
    "battle": (BATTLE, "post since", "post evades", "post screens", "post shields", "launch since", "launch symbols",
               "leave since"),
    "air": (FLOWN, "fly on", "fly id", "patrol also"),
    "special": (SPECIAL,),
    "strikes": (STRIKES, "strike first", "strike drop", "attack boats", "shadow prefers", "shadow ships"),
    "convoys": (CONVOYS, "escort strength"),
    "set_up": (SET_UP,),
    "purchase": (PURCHASE,),
}  # fmt: skip
SEVERAL = {"post screens", "aim at", "launch at", "leave units", "patrol also", "sector hexes", "raid units",
           "strike units", "attack boats", "shadow prefers", "shadow ships"}  # fmt: skip
IN_ORDER = {"aim at", "launch at", "attack boats", "shadow prefers"}
AGAIN = {"attack boats", "shadow ships"}


@rule("pq17", "3.2a", "7.5.2", "6.3.4", "7.4.3c", "14.0")
@pytest.mark.parametrize("name", list(SAID_OR_NOT))
def test_what_an_order_must_say_and_what_it_may_say_of_several(name: str) -> None:
    form, *optional = SAID_OR_NOT[name]
    fields = [(f"{way.verb} {field.name}", field) for way in form.templates() for field in way.fields]
    assert {said for said, field in fields if not field.required} == set(optional)
    for what, among in (("many", SEVERAL), ("ordered", IN_ORDER), ("may_repeat", AGAIN)):
        assert {said for said, field in fields if getattr(field, what)} == {said for said, _ in fields} & among, what
