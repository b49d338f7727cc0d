"""1.8.1, 7.5.2, 7.5.9: what both sides are told of the fire of a round, by day and of counters that lie face down."""

import pytest

from games.titles.pq17.rules.air.raid import attack_event
from games.titles.pq17.rules.air.strike import Attack as AirAttack
from games.titles.pq17.rules.forces.hits import Wound, wound
from games.titles.pq17.rules.forces.hits import reported_loss as told_of
from games.titles.pq17.rules.forces.torpedoes import Salvo, Torpedoed, fire_salvo
from games.titles.pq17.rules.surface.gunnery import Aim, Broadside, Hit
from games.titles.pq17.rules.surface.torpedo_step import Launch, Run
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.surface import GunsFired, ShipHit, TorpedoesRan
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import PQ17
from tests.titles.pq17.ch07_combat.surface_battles import SAME, bombed, bombs_told, exchange_told
from tests.titles.pq17.playing import heard
from tests.titles.pq17.trial import read_counters, run

rule = pytest.mark.rule


@rule("pq17", "7.5.2i", "7.5.9")
@pytest.mark.parametrize(("dark", "read"), [(False, "lutzow"), (True, "")])
def test_who_fires_guns_in_the_dark_is_known_to_his_own_side(dark: bool, read: str) -> None:
    board = exchange_told(Broadside(Aim("lutzow", "london"), "lutzow", (4, 9), 1), dark=dark)
    assert heard(board, "axis") == [GunsFired("axis", "lutzow", "lutzow", "london", (4, 9), 1)]
    assert heard(board, "allied") == [GunsFired("axis", "lutzow", read, "london", (4, 9), 1)]


@rule("pq17", "7.0", "7.5.9")
@pytest.mark.parametrize("dark", [False, True])
def test_what_a_hit_does_in_the_dark_its_owner_sees(dark: bool) -> None:
    board = exchange_told(Hit("london", "london", 2, Wound(lost=3, dead=True, sunk=True)), dark=dark)
    whole = ShipHit("allied", "london", "london", 2, 3, dead=True, sunk=True)
    assert heard(board, "allied") == [whole]
    assert heard(board, "axis") == [ShipHit("allied", "london", "", 2, 0) if dark else whole]


@rule("pq17", "7.3.1b", "7.5.2k", "7.5.9")
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(
    ("hit", "lost", "sunk"),
    [
        (Torpedoed("dd_a_i", 3, lost=2), 2, False),
        (Torpedoed("dd_a_i", 3, lost=1, crippled=1), 1, False),
        (Torpedoed("dd_a_i", 3, lost=1, dead=1), 1, False),
        (Torpedoed("dd_a_i", 3, lost=2, sunk=2), 2, True),
    ],
)
def test_what_torpedoes_do_in_the_dark_who_is_hit_sees(hit: Torpedoed, lost: int, sunk: bool, dark: bool) -> None:
    board = exchange_told(Run(Launch("lutzow", "dd_a_i"), Salvo((7, 8), (hit,))), dark=dark)
    whole = TorpedoesRan("axis", "lutzow", "dd_a_i", (7, 8), ("dd_a_i",), (lost,), (sunk,))
    assert heard(board, "allied") == [whole]
    assert heard(board, "axis") == [TorpedoesRan("axis", "lutzow", "dd_a_i", (7, 8)) if dark else whole]


@rule("pq17", "7.3.1a", "7.3.1b", "7.0d")
@pytest.mark.parametrize(
    ("struck", "fell", "lost", "sunk"),
    [
        ("london 3", 2, 1, False),
        ("london 1", 0, 1, False),
        ("london 3", 9, 3, True),
        ("london 0+dead", 0, 0, True),
        ("palomares 1", 0, 1, False),
        ("mv 9", 0, 1, False),
        ("mv 9", 1, 1, False),
        ("mv 9", 8, 2, True),
    ],
)
def test_what_a_torpedo_costs_is_told_in_strength(struck: str, fell: int, lost: int, sunk: bool) -> None:
    """Neither Crippled nor Dead in the Water is strength that a ship has lost besides."""
    hits = run(fire_salvo(BOX, read_counters(struck), 1, key="s"), dice=[(8,), (fell,)])
    board = exchange_told(Run(Launch("lutzow", "london"), hits), dark=False)
    (ran,) = heard(board, "allied")
    assert (ran.lost, ran.sunk) == ((lost,), (sunk,))


@rule("pq17", "7.2.6a", "7.3.1b", "1.8.1")
@pytest.mark.parametrize(("ship", "strength", "hits", "ends", "words"), SAME)
def test_what_bombs_sink_out_of_a_stack_is_told_as_what_torpedoes_sink(
    ship: str, strength: int, hits: int, ends: tuple[int, bool], words: str
) -> None:
    by_bombs = bombs_told(bombed(ship, strength, hits))
    assert (by_bombs.lost, by_bombs.sunk) == ((ends[0],), (ends[1],))
    salvo_ = Salvo((9,), (Torpedoed(ship, 8, lost=ends[0], sunk=ends[0] * ends[1]),))
    by_torpedo = attack_event(BOX, "axis", "ju_88", AirAttack("kg30", 0, salvo=salvo_))
    assert (by_torpedo.lost, by_torpedo.sunk) == (by_bombs.lost, by_bombs.sunk)
    for language in ("en", "ja"):
        ends_ = [PQ17.presentation.describe_event(one, language).split(": ")[-1] for one in (by_bombs, by_torpedo)]
        assert ends_[0] == ends_[1]
    assert PQ17.presentation.describe_event(by_bombs, "en").endswith(f"{words}.")


@rule("pq17", "7.5.2i", "7.3.1b")
@pytest.mark.parametrize(("ship", "strength", "hits", "ends", "words"), SAME)
def test_and_so_is_what_guns_sink(ship: str, strength: int, hits: int, ends: tuple[int, bool], words: str) -> None:
    suffered = bombed(ship, strength, hits).wound
    (hit,) = heard(exchange_told(Hit("london", ship, hits, suffered), dark=False), "axis")
    assert (hit.lost, hit.sunk) == ends
    assert (
        PQ17.presentation.describe_event(hit, "en").split(": ")[-1]
        == f"{words if ship != 'palomares' else 'dead in the water'}."
    )


@rule("pq17", "7.9")
@pytest.mark.parametrize(
    ("fates", "ends"),
    [
        (("sunk",), (1, True)), (("damaged",), (1, False)), (("sunk", "sunk"), (2, True)),
        (("sunk", "damaged"), (2, False)), (("crippled",), (1, False)),
    ],
)  # fmt: skip
def test_by_option_the_fates_of_destroyers_say_what_sank(fates: tuple[str, ...], ends: tuple[int, bool]) -> None:
    """Nobody reads that a destroyer sank that went home, though she was the last of her counter."""
    by_bombs = bombs_told(bombed("dd_a_i", len(fates), len(fates), *fates))
    assert (by_bombs.lost[0], by_bombs.sunk[0]) == ends


@rule("pq17", "7.9a", "7.9d")
def test_a_wreck_that_bombs_sink_counts_as_one() -> None:
    wreck = Counter("dd_a_i", 0, dead=True)
    assert told_of(BOX.ships["dd_a_i"], wound(wreck, BOX.ships["dd_a_i"], 1)) == (1, True)


@rule("pq17", "7.3.1d", "1.8.1")
def test_of_two_that_a_torpedo_sinks_each_is_told_by_her_own_name() -> None:
    """The second is drawn among all of the stack: here she is an oiler."""
    stack = read_counters("mv 3", "aldersdale 2")
    hits = run(fire_salvo(BOX, stack, 1, key="s"), dice=[(8,), (8,)], lots=[0, 2]).hits
    assert [(one.ship, one.lost, one.sunk) for one in hits] == [("mv", 1, 1), ("aldersdale", 2, 1)]
    assert [(one.ship, one.strength) for one in stack] == [("mv", 2)]


@rule("pq17", "7.9a", "7.3.1d")
def test_a_wreck_that_goes_down_beside_another_is_gone() -> None:
    stack = [Counter("dd_a_i", 2), Counter("dd_a_i", 0, dead=True)]
    hits = run(fire_salvo(BOX, stack, 1, key="s"), dice=[(9,), (9,)], lots=[0, 1]).hits
    assert [(one.ship, one.lost, one.sunk) for one in hits] == [("dd_a_i", 2, 2)]
    assert [(one.ship, one.strength) for one in stack] == [("dd_a_i", 1)]


@rule("pq17", "7.0d", "7.3.1d")
def test_a_torpedo_that_hits_a_ship_another_has_sunk_is_lost() -> None:
    """The first torpedo hits the oiler, the second sinks a merchant and her with it."""
    stack = read_counters("mv 3", "aldersdale 2")
    hits = run(fire_salvo(BOX, stack, 2, key="s"), dice=[(9, 9), (0,), (8,)], lots=[3, 0, 2]).hits
    assert [(one.ship, one.lost, one.sunk) for one in hits] == [("mv", 1, 1), ("aldersdale", 2, 1)]
    assert [(one.ship, one.strength) for one in stack] == [("mv", 2)]
