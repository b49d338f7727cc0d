"""Chapter 7 read sentence by sentence: attacks played from the card to what is left and who is told of it."""

from typing import Any

import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.orders.attacks import Attack, Strike
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.forces.limits import actual_strength, attack_forbidden_by, must_turn_away
from games.titles.pq17.rules.search.casualties import settle_losses, strength_by_ship
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.search.location import most_cards
from games.titles.pq17.rules.special.raids import Raid as SpecialRaid
from games.titles.pq17.rules.special.raids import RaidTerms, resolve_raid
from games.titles.pq17.rules.submarine.attacks import submarine_combat
from games.titles.pq17.rules.surface.attacks import interception
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.air import Located
from games.titles.pq17.state.events.special import Raided
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import AirUnit, Convoy, Shadow, Sky
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import a_card, cards_with, heard, phase, play
from tests.titles.pq17.strikes import OPEN, facing

rule = pytest.mark.rule


@rule("pq17", "7.1.1a", "7.1.1o", "7.7")
@pytest.mark.parametrize(
    ("by", "weather", "follower", "scattered", "usual", "option"),
    [
        ("air", "fair", "", False, 1, 2), ("air", "reduced", "", False, 1, 1),
        ("air", "reduced", "sector", False, 2, 2),
        ("air", "reduced", "radius", False, 2, 2), ("air", "reduced", "wolfpack", False, 2, 1),
        ("air", "reduced", "", True, 2, 2), ("wolfpack", "fair", "", False, 1, 1),
        ("wolfpack", "fair", "wolfpack", False, 2, 2), ("wolfpack", "fair", "aircraft", False, 2, 1),
        ("task_force", "fair", "", False, 1, 1), ("task_force", "fair", "sector", False, 2, 1),
        ("task_force", "fair", "", True, 2, 2),
    ],
)  # fmt: skip
def test_when_a_second_card_is_drawn_for_the_axis(
    by: Any, weather: WeatherKind, follower: Any, scattered: bool, usual: int, option: int
) -> None:
    """The option knows Allied aircraft alone: German ships gain nothing by their own."""
    prey = force("c", "allied", "convoy", OPEN, "mv 9", convoy=Convoy(scattered=scattered))
    for chosen, cards in ((False, usual), (True, option)):
        board = facing(prey, sky=Sky(weather), options=Options(second_card=chosen))
        board.state.shadows = [Shadow("c", follower, "x")] if follower else []
        assert most_cards(board, by, prey) == cards


@rule("pq17", "7.1.1o")
@pytest.mark.parametrize(
    ("follower", "cards"), [("sector", 2), ("aircraft", 2), ("radius", 2), ("task_force", 2), ("", 1)]
)
def test_allied_ships_gain_by_allied_aircraft(follower: Any, cards: int) -> None:
    prey = force("t", "axis", "task_force", OPEN, "lutzow")
    board = facing(prey, side="allied", options=Options(second_card=True))
    board.state.shadows = [Shadow("t", follower, "x")] if follower else []
    assert most_cards(board, "task_force", prey) == cards


@rule("pq17", "7.1.1b", "7.1.1c", "6.7")
def test_an_attack_in_vain_leaves_everything_as_it_was() -> None:
    """No level rises and no fuel burns; the owner hears that aircraft looked for this block, and sees no card."""
    prey = force("t", "allied", "task_force", OPEN, "kent", fuel=Fuel(20))
    unit = AirUnit("ju_88", 2, id="ju", base="banak", mission="attack", at=OPEN)
    board = facing(prey, air=[unit], level=0)
    board.phase.attacks = (Strike(("ju",), contact_name(prey)),)
    play(air_combat(board), cards=[a_card("air", "-")])
    assert (prey.level, prey.spent, unit.mission, unit.at) == (0, 0, "", "")
    told = {seat: [one for one in heard(board, seat) if isinstance(one, Located)] for seat in ("axis", "allied", "")}
    assert [(one.found, one.cards, one.who) for one in told["allied"] + told[""]] == [(False, (), ()), (False, (), ())]
    assert (len(told["axis"][0].cards), told["axis"][0].who) == (1, ("ju_88",))


@rule("pq17", "7.1b", "7.1.1b")
def test_every_pack_draws_for_itself_and_one_in_vain_is_spent() -> None:
    prey = force("c", "allied", "convoy", OPEN, "mv 9")
    packs = [force(name, "axis", "wolfpack", OPEN, "ss_german 1") for name in "ab"]
    board = facing(prey, *packs, level=0)
    board.phase.attacks = tuple(Attack(one.id, contact_name(prey)) for one in packs)
    vain = cards_with("force", "-", 2)
    play(submarine_combat(board), cards=vain)
    assert [one.found for one in heard(board, "allied") if isinstance(one, Located)] == [False, False]


@rule("pq17", "7.2b", "6.7", "11.1.3")
@pytest.mark.parametrize(
    ("kind", "light", "level", "after", "burnt"),
    [
        ("task_force", "jul_1", 0, 2, 1), ("task_force", "jul_1", 3, 3, 1), ("task_force", "dec_1", 0, 1, 1),
        ("task_force", "dec_1", 2, 2, 1), ("convoy", "jul_1", 1, 2, 0), ("convoy", "dec_1", 1, 1, 0),
    ],
)  # fmt: skip
def test_what_an_air_attack_tells_and_costs(kind: Any, light: str, level: int, after: int, burnt: int) -> None:
    words = ("mv 5",) if kind == "convoy" else ("kent",)
    prey = force("t", "allied", kind, OPEN, *words, fuel=Fuel(20))
    day = light == "jul_1"
    unit = AirUnit("fw_200", 1, id="he", base="vaernes", mission="attack", at=OPEN)
    board = facing(prey, air=[unit], level=level, light=light)
    board.phase.attacks = (Strike(("he",), contact_name(prey)),)
    play(air_combat(board), cards=[a_card("air", "U", day=day)], dice=[(0,), (0,)])
    assert (prey.level, prey.spent) == (after, burnt)


@rule("pq17", "7.8", "7.8a")
@pytest.mark.parametrize(("raised", "gone"), [(1, 2), (2, 4)])
def test_two_steps_of_aircraft_for_a_step_of_the_carrier(raised: int, gone: int) -> None:
    one = force("t", "allied", "task_force", OPEN, "victorious")
    aboard = [AirUnit("albacore", 2, id="a", base="victorious"), AirUnit("fulmar", 2, id="f", base="victorious")]
    out = AirUnit("albacore", 2, id="b", base="victorious", mission="search", at=OPEN)
    board = arctic(one, air=[*aboard, out])
    before = strength_by_ship(BOX, one)
    one.counters[0].strength -= raised
    play(settle_losses(board, one, before, key="k"))
    assert sum(unit.strength for unit in board.state.air) == 6 - gone
    assert out.strength == 2, "what flies is not lost with a step"
    assert heard(board, "axis") == []


def banak_raided(interceptor: int, *, spared: int = 0) -> list[object]:
    """A raid on Banak, where a unit lies open beside printed fighters; what a spectator hears."""
    box = [AirUnit("bf_109", 2, id="p", base="banak", interceptor=True, damaged=interceptor)]
    there = [AirUnit("ju_88", 2, id="ju", base="banak", damaged=spared)]
    board = phase(arctic(air=[AirUnit("pe_2", 2, id="pe", base="vaenga"), *box, *there], light="dec_1"), "allied")
    terms = RaidTerms(day=False)
    play(resolve_raid(board, "allied", SpecialRaid(on="banak", units=("pe",)), terms, key="k"), dice=[(0,), (7, 9)])
    assert [unit.damaged for unit in board.state.air if unit.id == "p"] == [interceptor]
    return [one for one in heard(board, "") if isinstance(one, Raided)]


@rule("pq17", "7.2.3d", "7.2.3b", "7.2.6d")
def test_where_bombs_fall_tells_nothing_of_printed_fighters() -> None:
    (told,) = banak_raided(0)
    assert banak_raided(1) == banak_raided(2) == [told]
    assert told.damaged == ("ju_88", "ju_88"), "steps that lie open are told"


@rule("pq17", "7.2.3d", "7.2.6d")
def test_what_printed_fighters_suffer_on_the_ground_nobody_else_is_told() -> None:
    fighters = AirUnit("bf_109", 2, id="p", base="banak", interceptor=True)
    board = phase(arctic(air=[AirUnit("pe_2", 2, id="pe", base="vaenga"), fighters], light="dec_1"), "allied")
    play(
        resolve_raid(board, "allied", SpecialRaid(on="banak", units=("pe",)), RaidTerms(day=False), key="k"),
        dice=[(0,), (7, 9)],
    )
    assert fighters.damaged == 2
    assert [one.damaged for one in heard(board, "") if isinstance(one, Raided)] == [()]


@rule("pq17", "7.5.1")
@pytest.mark.parametrize(
    ("others", "shadowed", "draws", "found"),
    [
        (("kent",), False, ["-"], 0), (("kent",), False, ["U"], 1), (("kent",), True, ["-", "U"], 1),
        (("kent",), True, ["-", "-"], 0), (("kent", "london"), False, ["-", "U"], 1), ((), False, [], 0),
    ],
)  # fmt: skip
def test_each_force_of_the_hex_draws_for_itself(
    others: tuple[str, ...], shadowed: bool, draws: list[Any], found: int
) -> None:
    """An attacker that is not identified is found by U and + alone."""
    prey = force("c", "allied", "convoy", OPEN, "mv 9")
    attacker = force("h", "axis", "task_force", OPEN, "admiral_hipper")
    blocks = [force(f"t{number}", "allied", "task_force", OPEN, ship) for number, ship in enumerate(others)]
    board = facing(prey, attacker, *blocks)
    board.phase.fought = []
    board.state.shadows = [Shadow("h", "task_force", "x")] if shadowed else []
    if others:
        board.state.instructions["allied"] = board.state.instructed("allied")
    pools = {result: iter(cards_with("force", result, 2)) for result in ("-", "U")}
    play_ = play(interception(board, prey, [attacker]), cards=[next(pools[one]) for one in draws])
    assert len(play_.result) == found


@rule("pq17", "7.5.7", "7.5.7a", "7.5.7b", "7.5.7d")
@pytest.mark.parametrize(
    ("german", "enemy", "barred", "turns"),
    [
        (("tirpitz",), ("duke_of_york",), "7.5.7", True),
        (("tirpitz",), ("duke_of_york 3",), "", False),
        (("tirpitz 4", "lutzow"), ("duke_of_york 3",), "7.5.7a", True),
        (("lutzow", "admiral_hipper"), ("kent",), "", False),
        (("lutzow", "admiral_hipper"), ("kent", "london"), "7.5.7a", False),
        (("lutzow", "admiral_hipper"), ("kent", "london", "norfolk"), "7.5.7a", True),
        (("tirpitz",), ("kent", "london", "norfolk"), "", False),
        (("tirpitz",), ("dd_a_i 4",), "", False),
        (("tirpitz",), ("dd_a_i 4", "tb_hunt 1"), "7.5.7b", True),
        (("tirpitz",), ("dd_a_i 4", "es_british 4"), "", False),
        (("dd_36a 4",), ("kent", "london", "dd_a_i 3"), "", False),
        (("dd_36a 4",), ("dd_a_i 4",), "7.5.7b", True),
    ],
)
def test_both_sides_of_every_limit(german: tuple[str, ...], enemy: tuple[str, ...], barred: str, turns: bool) -> None:
    """Five of Tirpitz: five of destroyers and torpedo boats stop her, four and any escorts do not."""
    own, theirs = actual_strength(BOX, ships(*german)), actual_strength(BOX, ships(*enemy))
    assert (attack_forbidden_by(own, theirs), must_turn_away(own, theirs)) == (barred, turns)


@rule("pq17", "7.5.7", "7.3.1c")
def test_a_crippled_battleship_is_hurt() -> None:
    hurt = [Counter("duke_of_york", 4, crippled=True)]
    own = actual_strength(BOX, ships("tirpitz"))
    assert attack_forbidden_by(own, actual_strength(BOX, hurt)) == ""
    assert attack_forbidden_by(own, actual_strength(BOX, ships("duke_of_york"))) == "7.5.7"
