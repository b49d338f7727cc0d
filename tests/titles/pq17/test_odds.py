"""What a form says that dice come to, worked out by hand from the charts, for all that its seat knows."""

from typing import Any

import pytest
from msgspec import structs

from games.kernel.requests import Asks, Roll
from games.titles.pq17.orders import draft_odds
from games.titles.pq17.orders.air_battle import AirDefenceForm
from games.titles.pq17.orders.attacks import Attack
from games.titles.pq17.orders.battle import BattleForm
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.draft_odds import Chance, Throw
from games.titles.pq17.presentation.labels import Labels
from games.titles.pq17.rules.air import air_attack_odds as air_odds
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.air.strike import Place
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.search.location import location_chance
from games.titles.pq17.rules.search.strikes import strikes
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.rules.surface.surface_odds import throw_odds
from games.titles.pq17.state.battle import Battle
from games.titles.pq17.state.counters import Squadron
from games.titles.pq17.state.state import Shadow, Sky
from pbem.web.pages.order_form.tap_editor import EditorState, build_card
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.air_attacks import ASKED_ONCE, attacked
from tests.titles.pq17.displays import battle
from tests.titles.pq17.playing import a_card, phase

LABELS = Labels(BOX)
DAY = Place(day=True, weather="fair")
rule = pytest.mark.rule


def of(found: Any, by: str, at: str, means: str = "guns") -> Throw:
    (one,) = [one for one in found if (one.by, one.at, one.means) == (by, at, means)]
    throw: Throw = one
    return structs.replace(throw, fall=None, modifiers=())


def told(form: Any, *draft: dict[str, Any], language: str = "en") -> list[str]:
    return [line.text.get(language) for line in form.preview([*draft]).lines]


# ---------------------------------------------------------------- a surface battle


def fight() -> Battle:
    return battle(("norfolk 3", "dd_a_i 3", "mv 8"), ("lutzow 4", "dd_34_36 2"))


@rule("pq17", "7.5.2i")
def test_guns_throw_a_die_for_each_strength_and_hit_from_the_number_of_the_chart() -> None:
    """A CB at a CA from 8 (2 of 10), at DD from 8, at merchants from 6 (4 of 10); DD at a CA from 9."""
    found = [*throw_odds(BOX, fight(), "axis")]
    assert of(found, "lutzow", "norfolk") == Throw("lutzow", "norfolk", "guns", 4, 8, 80)
    assert of(found, "lutzow", "mv") == Throw("lutzow", "mv", "guns", 4, 6, 160)
    assert of(found, "dd_34_36", "norfolk") == Throw("dd_34_36", "norfolk", "guns", 2, 9, 20)


@rule("pq17", "7.0g")
@pytest.mark.parametrize(("state", "least"), [("", 8), ("crippled", 7), ("dead", 6)])
def test_a_wreck_is_easier_to_hit(state: str, least: int) -> None:
    display = fight()
    if state:
        setattr(display.unit("norfolk").counters[0], state, True)
    assert of(throw_odds(BOX, display, "axis"), "lutzow", "norfolk").least == least


@rule("pq17", "11.2.3")
def test_who_is_in_critical_fuel_hits_less_often() -> None:
    display = fight()
    display.unit("lutzow").critical = True
    assert of(throw_odds(BOX, display, "axis"), "lutzow", "norfolk").least == 9


@rule("pq17", "7.3a")
def test_a_torpedo_symbol_is_one_attack_of_a_heavy_ship_and_one_for_each_strength_of_a_light_one() -> None:
    """At a CA from 8 on, at DD from 9 (−1)."""
    found = [*throw_odds(BOX, fight(), "axis")]
    assert of(found, "lutzow", "norfolk", "torpedoes") == Throw("lutzow", "norfolk", "torpedoes", 1, 8, 20)
    assert of(found, "dd_34_36", "dd_a_i", "torpedoes") == Throw("dd_34_36", "dd_a_i", "torpedoes", 2, 9, 20)
    assert not [one for one in throw_odds(BOX, fight(), "allied") if one.by == "mv" and one.means == "torpedoes"]


@rule("pq17", "7.5.2i")
def test_who_has_no_guns_for_a_target_can_do_nothing() -> None:
    none = of(throw_odds(BOX, fight(), "allied"), "mv", "lutzow")
    assert (none.dice, none.least, none.mean) == (0, 10, 0)
    assert draft_odds.throw_text(none).en == "guns: no die can do anything"


@rule("pq17", "7.5.9")
def test_of_who_lies_face_down_nothing_is_told() -> None:
    display = fight()
    display.dark = True
    assert [*throw_odds(BOX, display, "axis")] == []


def asked(*more: str, broken: bool = False, **fields: Any) -> BattleForm:
    """What the Axis is asked in the first round of a battle; by option the enemy's cruiser has broken down."""
    board = arctic(
        force("tf", "allied", "task_force", "0310", "norfolk", "dd_a_i 3"),
        force("hipper", "axis", "task_force", "0310", "admiral_hipper", "dd_34_36 2", *more),
        **fields,
    )
    board.force("tf").counters[0].inoperative = broken
    board.state.instructions = {"axis": Instructions(asks="each_round"), "allied": Instructions(asks="never")}
    board = phase(board, "axis")
    board.identify(board.force("tf"), 2)
    board.identify(board.force("hipper"), 2)
    board.phase.attacks = (Attack("hipper", contact_name(board.force("tf"))),)
    form: BattleForm = question(surface_combat(board), "battle", row="force")
    return form


def question(procedure: Any, kind: str, row: str) -> Any:
    """The form of the first question of a kind; every die shows 1, the first card finds, and nobody orders anything."""
    answer: Any = None
    while True:
        request = procedure.send(answer)
        if isinstance(request, Asks):
            found = [one.form for one in request.asks if one.kind == kind]
            if found:
                return found[0]
            answer = tuple(() for _ in request.asks)
        elif isinstance(request, Roll):
            answer = tuple(1 for _ in request.sides)
        else:
            is_card = request.pool[0].startswith("card_")
            answer = (request.pool.index(a_card(row, "U")) if is_card else 0,)


@rule("pq17", "7.5.2", "7.5.2l")
def test_a_battle_tells_what_fire_and_withdrawal_come_to() -> None:
    form = asked()
    aim = {"order": "aim", "unit": "admiral_hipper", "at": ["norfolk", "dd_a_i"]}
    assert told(form, aim) == [
        "'norfolk': guns: 4 dice, 8 or more counts, 0.8 on average · hit 59% · a ship lost <1%.",
        "'dd_a_i': guns: 4 dice, 8 or more counts, 0.8 on average · hit 59% · a ship lost 59%.",
    ]
    launch = {"order": "launch", "unit": "dd_34_36", "at": ["norfolk"], "symbols": "2"}
    assert told(form, launch, language="ja") == ["「norfolk」：雷撃：ダイス4個・8以上で有効・平均0.8 · 命中 59%。"]
    assert told(form, {**launch, "symbols": "1"}) == [
        "'norfolk': torpedoes: 2 dice, 8 or more counts, 0.4 on average · hit 36%."
    ]
    assert told(form, {"order": "leave", "units": ["dd_34_36"]}) == [
        "'dd_34_36': leaves on 7 or more of a die · leaves 30%."
    ]


@rule("pq17", "7.5.2l")
def test_weather_helps_who_withdraws() -> None:
    reduced = asked(sky=Sky(kind="reduced"))
    assert reduced.leaves["admiral_hipper"] == 7 - BOX.charts.withdrawal.weather["reduced"]


@rule("pq17", "7.5.2l")
@pytest.mark.parametrize("broken", [False, True])
def test_who_is_slower_than_the_enemy_leaves_less_easily(broken: bool) -> None:
    """Escorts, which lie with the destroyers, cruise; Norfolk makes high speed, as far as anybody sees: that she has
    broken down, and that nobody is slower than she is now, her owner keeps to himself.
    """
    leaves = asked("es_german 2", broken=broken).leaves
    assert (leaves["admiral_hipper"], leaves["dd_34_36"]) == (7, 7 - BOX.charts.withdrawal.slower)


@rule("pq17", "7.5.2e", "7.5.2f", "7.5.3")
@pytest.mark.parametrize(
    ("number", "surprised", "area", "since", "said"),
    [
        (1, "", "torpedo", "1", "Not in its first round"),
        (1, "", "torpedo", "2", ""),
        (2, "", "torpedo", "1", ""),
        (1, "", "screening", "1", ""),
        (1, "allied", "torpedo", "1", ""),
        (1, "axis", "torpedo", "1", "Your side is surprised"),
        (1, "axis", "screening", "1", "Your side is surprised"),
        (2, "axis", "screening", "1", ""),
    ],
)
def test_a_place_that_cannot_be_had_yet_is_told(number: int, surprised: str, area: str, since: str, said: str) -> None:
    form = BattleForm(side="axis", round=number, surprised=surprised, evading=(-1, -1))
    lines = told(form, {"order": "post", "unit": "lutzow", "area": area, "since": since})
    assert [line for line in lines if said and line.startswith(said)] == lines
    assert bool(lines) == bool(said)


def test_what_evasion_takes_is_told() -> None:
    form = BattleForm(side="axis", round=2, evading=(-1, -2))
    evading = {"order": "post", "unit": "lutzow", "area": "deployment", "evades": "yes"}
    assert told(form, evading) == ["Evading: −1 on its own guns, −2 on torpedoes at it."]
    assert told(form, {**evading, "evades": "no"}) == []


# ---------------------------------------------------------------- an air attack


def over(
    *row: tuple[str, tuple[tuple[str, int], ...]], wet: tuple[str, ...] = (), place: Place = DAY, kind: str = "ju_88"
) -> list[Throw]:
    return [*air_odds.ship_attack_odds(BOX, row, {"one": Squadron(kind, 3)}, wet, place)]


@rule("pq17", "7.2.6", "7.2.7")
@pytest.mark.parametrize(("kind", "least", "mean"), [("ju_88", 8, 60), ("he_111", 9, 30), ("ju_87", 7, 90)])
def test_bombs_hit_merchants_from_the_number_of_their_column(kind: str, least: int, mean: int) -> None:
    """Ju 88 in that of light bombers (8), He 111 of medium ones (9), Ju 87 of dive bombers (7)."""
    throw = of(over(("mv", (("mv", 8),)), kind=kind), "one", "mv", "bombs")
    assert (throw.dice, throw.least, throw.mean) == (3, least, mean)


@rule("pq17", "7.2.6a")
def test_of_a_stack_each_ship_is_as_likely_to_be_hit() -> None:
    """A Ju 88 at 3 DD (9) and 1 DD of another class: the same number; in port one easier, and 10 hits once."""
    at = ("dd_a_i", (("dd_a_i", 3), ("dd_j_r", 1)))
    assert of(over(at), "one", "dd_a_i", "bombs").mean == 30
    assert of(over(at, place=Place(day=True, weather="fair", in_port=True)), "one", "dd_a_i", "bombs").mean == 60


@rule("pq17", "7.2.4c")
def test_torpedoes_are_told_of_who_may_drop_them() -> None:
    row = ("mv", (("mv", 8),))
    found = over(row, wet=("one",), kind="he_111")
    assert of(found, "one", "mv", "torpedoes").dice == 6, "two for each strength"
    assert of(found, "one", "mv", "torpedoes").least == 7
    assert [one.means for one in over(row, kind="he_111")] == ["bombs"]


@rule("pq17", "7.2.5")
@pytest.mark.parametrize(
    ("ship", "day", "kind", "fire", "risk"),
    [
        ("mv", True, "ju_88", (0,), 20),
        ("mv", False, "ju_88", (0,), 0),
        ("mv", True, "ju_87", (0,), 10),
        ("norfolk", True, "ju_88", (2,), 20),
        ("lutzow", True, "ju_88", (3,), 30),
    ],
)
def test_the_fire_of_a_target_comes_first(ship: str, day: bool, kind: str, fire: tuple[int, ...], risk: int) -> None:
    """`*` from 8 on, 2 from 8, 3 from 7; −2 by night, −1 at dive bombers."""
    found = over((ship, ((ship, 3),)), place=Place(day=day, weather="fair"), kind=kind)
    throw = of(found, "one", ship, "bombs")
    assert (throw.fire, throw.risk) == (fire, risk)


@rule("pq17", "7.2.5b")
def test_the_guns_of_a_port_fire_too() -> None:
    place = Place(day=True, weather="fair", port_guns=6, in_port=True)
    throw = of(over(("mv", (("mv", 8),)), place=place), "one", "mv", "bombs")
    assert (throw.fire, throw.risk) == ((0, 6), 52), "1 − 0.8 × 0.6"
    assert "guns of * + 6, which cost a step in 52 of 100" in draft_odds.throw_text(throw).en


@rule("pq17", "7.2.6d")
def test_bombs_on_the_ground() -> None:
    place = Place(day=True, weather="fair", port_guns=1, in_port=True)
    (throw,) = air_odds.base_bombing_odds(BOX, [("ju_88", (("ju_88", 2),))], {"one": Squadron("hudson", 2)}, place)
    least = BOX.charts.base_bombing.hits["lb"]
    assert (throw.least, throw.mean, throw.risk) == (least, 20 * (10 - least), 20)


@rule("pq17", "7.2.3")
def test_fighters_and_bombers_throw_at_each_other() -> None:
    """Fulmar 3 at Ju 88 3: no more, from 8 on; Ju 88 at Fulmar alike. Bf 109 5 at Albacore 1: +4, from 4 on, and the
    bomber's die is lowered by 4: nothing.
    """
    found = [*air_odds.fight_odds(BOX, {"f": Squadron("fulmar", 2)}, (("ju_88", 2), ("ju_88", 3)))]
    assert of(found, "f", "ju_88", "fighters") == Throw("f", "ju_88", "fighters", 2, 8, 40)
    assert of(found, "ju_88", "f", "fighters") == Throw("ju_88", "f", "fighters", 3, 8, 60)
    found = [*air_odds.fight_odds(BOX, {"f": Squadron("bf_109", 2)}, (("albacore", 2),))]
    assert of(found, "f", "albacore", "fighters") == Throw("f", "albacore", "fighters", 2, 4, 120)
    assert of(found, "albacore", "f", "fighters").least == 10


@rule("pq17", "7.2")
def test_both_sides_read_what_their_orders_come_to() -> None:
    board = attacked("mv 5", "dd_a_i 3", "mc 1", instructions={**ASKED_ONCE})
    defence = question(air_combat(board), "air_defence", row="air")
    assert isinstance(defence, AirDefenceForm)
    assert told(defence, {"order": "lay_out", "row": ["dd_a_i", "mv"]}) == [
        "Their fire: 'dd_a_i' *, 'mv' *. Who is not attacked fires for a neighbour, but not with a *."
    ]
    assert told(defence, {"order": "cams", "cam_from": "2"})[0].startswith("Each CAM ship of the stack adds 1")
    assert told(defence, {"order": "cams", "cam_from": "0"}) == ["None serves."]
    board = attacked("mv 5", "dd_a_i 3", instructions={**ASKED_ONCE})
    strike = question(air_combat(board), "air_strike", row="air")
    at = next(one.name for one in strike.row if one.ships[0][0] == "mv")
    (line,) = told(strike, {"order": "assign", "unit": "ju", "at": at})
    chances = "hit 36% · a ship lost 36%"
    assert line.startswith(f"bombs: 2 dice, 8 or more counts, 0.4 on average · {chances}; before that guns of *")


def test_who_may_rise_reads_what_that_comes_to() -> None:
    form = AirDefenceForm(throws=tuple(air_odds.fight_odds(BOX, {"f": Squadron("fulmar", 2)}, (("ju_88", 2),))))
    assert told(form, {"order": "rise", "units": ["f"]}) == [
        "'f' at 'ju_88': air combat: 2 dice, 8 or more counts, 0.4 on average · hit 36%.",
        "'ju_88' at 'f': air combat: 2 dice, 8 or more counts, 0.4 on average · hit 36%.",
    ]
    assert told(form, {"order": "rise", "units": []}) == []


# ---------------------------------------------------------------- locating


@rule("pq17", "7.1.1")
def test_a_target_is_located_by_so_many_cards_of_a_whole_deck() -> None:
    """The cards that have been drawn change nothing: the attacker has not seen all of them."""
    board = attacked("mv 5", "dd_a_i 3")
    prey = board.force("pq")
    finding = [name for name, card in BOX.cards.items() if card.day.air[0] in ("U", "+", "0", "1", "2")]
    whole = Chance(len(finding), len(BOX.cards), 1)
    assert location_chance(board, "air", prey) == whole
    board.state.drawn.update(axis=finding[:3], allied=finding)
    assert location_chance(board, "air", prey) == whole


@rule("pq17", "6.2d", "7.1.1a")
def test_soviets_find_less_and_a_shadowed_target_is_looked_for_twice() -> None:
    board = attacked("mv 5")
    prey = board.force("pq")
    assert location_chance(board, "air", prey, soviet=True).finds < location_chance(board, "air", prey).finds
    board.state.shadows.append(Shadow(by="sector", who="sector_barents", target="pq"))
    assert location_chance(board, "air", prey).draws == 2


@pytest.mark.parametrize(
    ("odds_", "en"),
    [
        (Chance(10, 40, 1), "located by 10 of 40 cards: 25 of 100."),
        (Chance(10, 40, 2), "located by 10 of 40 cards, 2 may be drawn: 44 of 100."),
        (Chance(1, 1, 2), "located by 1 of 1 cards, 2 may be drawn: 100 of 100."),
        (Chance(0, 3, 1), "located by 0 of 3 cards: 0 of 100."),
    ],
)
def test_how_likely_that_is(odds_: Chance, en: str) -> None:
    assert draft_odds.chance_text(odds_).en == en


@rule("pq17", "7.1")
def test_the_form_tells_it_of_each_attack() -> None:
    board = attacked("mv 5", "dd_a_i 3")
    form = question(strikes(board), "strikes", row="air")
    at = contact_name(board.force("pq"))
    (line,) = told(form, {"order": "strike", "units": ["ju", "ku"], "at": at})
    seen = location_chance(board, "air", board.force("pq"))
    assert line.startswith(f"located by {seen.finds} of {seen.cards} cards: ")


# ---------------------------------------------------------------- on the page


def test_an_offer_says_what_it_comes_to_before_it_is_taken() -> None:
    form = asked()
    heavy = "4 dice, 8 or more counts, 0.8 on average · hit 59% · a ship lost <1%."
    light = "2 dice, 8 or more counts, 0.4 on average · hit 36% · a ship lost 36%."
    for acting, tapped, said in (
        ("admiral_hipper", "norfolk", f"“Norfolk”: guns: {heavy}"),
        ("dd_34_36", "dd_a_i", f"“A to I class destroyers”: guns: {light}"),
    ):
        card = build_card(form, [], EditorState(tapped=tapped, acting=(acting,)), LABELS.label, "en")
        assert card is not None
        assert said in [line for offer in card.suggested_edits for line in offer.lines]


def test_what_is_left_out_comes_to_nothing() -> None:
    form = asked()
    draft = [{"order": "aim", "unit": "admiral_hipper", "at": ["norfolk"]}]
    card = build_card(form, draft, EditorState(tapped="admiral_hipper"), LABELS.label, "en")
    assert card is not None
    dropped = [offer for offer in card.suggested_edits if offer.action == "Leave this out"]
    assert dropped
    assert not [line for offer in dropped for line in offer.lines if "dice" in line]
