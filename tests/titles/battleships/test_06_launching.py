"""6.1, 6.2, 9.3c, 10.5, 10.10d Torpedoes: who is asked, what they cross, what is told, and what is left."""

import pytest

from games.titles.battleships.components.battles import Sides
from games.titles.battleships.components.options import Options
from games.titles.battleships.rules.torpedoes.torpedoes import reached, torpedo_form, torpedoes
from games.titles.battleships.state.events.torpedoes import Launched, Ran, TorpedoHit, Unsealed
from tests.titles.battleships.laid_out import at_sea, in_battle, play

rule = pytest.mark.rule


# --- who is asked


@rule("battleships", "6.1")
def test_only_who_could_launch_is_asked_and_where_nobody_can_nothing_is_unsealed() -> None:
    board = at_sea("norfolk 2512 A 4", "bismarck 2812 A 4")
    played = play(board, torpedoes(board))
    assert played.kinds == ["torpedoes@british"]
    assert [(event.ships, event.targets) for event in played.told(Unsealed)] == [((), ())]
    assert played.following == "first_move"
    far = at_sea("norfolk 2512 A 4", "bismarck 3812 A 4")
    played = play(far, torpedoes(far))
    assert (played.kinds, played.told(Unsealed)) == ([], [])


@rule("battleships", "6.1", "3.2")
@pytest.mark.parametrize(("turn", "first"), [(1, "norfolk"), (2, "prinz_eugen")])
def test_all_launches_are_shown_together_the_inferiors_first(turn: int, first: str) -> None:
    board = at_sea("norfolk 2512 A 4", "prinz_eugen 2712 A 4", turn=turn)
    says = {"torpedoes@british": "launch norfolk at=prinz_eugen", "torpedoes@german": "launch prinz_eugen at=norfolk"}
    played = play(board, torpedoes(board), dice=[(6, 6), (6, 6)], says=says)
    (shown,) = played.told(Unsealed)
    both = ("norfolk", "prinz_eugen")
    assert (shown.ships, shown.targets) == ((both, both[::-1]) if first == "norfolk" else (both[::-1], both))
    assert [(event.ship, event.distance, event.odds) for event in played.told(Launched)] == [
        (name, 2, "3:1") for name in shown.ships
    ]


@rule("battleships", "10.10a", "10.10d")
@pytest.mark.parametrize(("flagship", "asked"), [(True, ["torpedoes@british"]), (False, [])])
def test_a_ship_without_command_launches_nothing_and_where_flagships_are_secret_nobody_learns_of_it(
    flagship: bool, asked: list[str]
) -> None:
    board = at_sea(
        "norfolk 2512 A 4", "bismarck 2812 A 4", options=Options(as_proposed=False, command=True, flagship=flagship)
    )
    board.state.astray = ["norfolk"]
    assert torpedo_form(board, "british").salvoes == ()
    assert [one.ship for one in torpedo_form(board, "british", all_in_command=True).salvoes] == ["norfolk"]
    assert play(board, torpedoes(board)).kinds == asked


# --- what they cross


@rule("battleships", "6.2", "9.3c")
@pytest.mark.parametrize(
    ("origin", "target", "columns", "way"),
    [
        ("2522", "2525", (20, 30), "2523"),
        ("2524", "2521", (20, 30), ""),
        ("2525", "2521", (20, 30), "2524"),
        ("2522", "2525", (20, 24), "2523 2524 2525 2526 2527"),
        ("2522", "2525", (26, 30), "2523 2524 2525 2526 2527"),
        ("2522", "2525", (25, 25), "2523"),
        ("2522", "2524", (25, 25), "2523"),
        ("2524", "2622", (20, 30), ""),
        ("2525", "2623", (20, 30), ""),
        ("2526", "2624", (20, 30), "2624"),
        ("2323", "2723", (20, 30), "2523 2723"),
        ("2423", "2823", (20, 30), "2623 2823"),
    ],
)
def test_no_torpedo_crosses_a_breakwater(origin: str, target: str, columns: tuple[int, int], way: str) -> None:
    """It parts row 23 from row 24. Along a hexside (the last five) both ways round must be walled."""
    board = at_sea("hood 3012 A 4", moles=Sides(rows=(23, 24), columns=columns))
    assert " ".join(reached(board, origin, target)) == way


@rule("battleships", "6.2a")
def test_a_torpedo_runs_five_hexes() -> None:
    board = at_sea("hood 3012 A 4")
    assert reached(board, "2512", "2511") == ("2511", "2510", "2509", "2508", "2507")
    assert reached(board, "2512", "2508") == ("2511", "2510", "2509", "2508", "2507")
    land = at_sea("hood 3012 A 4", land=("2509",))
    assert reached(land, "2512", "2511") == ("2511", "2510")


# --- what is left


@rule("battleships", "6.2c", "10.5")
@pytest.mark.parametrize(("left", "reloaded"), [(2, 8), (1, 0)])
def test_who_has_another_salvo_waits_three_turns_for_it(left: int, reloaded: int) -> None:
    board = at_sea("atago 2512 A 4", "hood 2912 A 4", turn=5)
    atago = board.ship("atago")
    atago.torpedoes = left
    play(board, torpedoes(board), dice=[(6, 6)], says={"torpedoes": "launch atago at=hood"})
    assert (atago.torpedoes, atago.reloaded) == (left - 1, reloaded)


@rule("battleships", "6.2b")
def test_of_several_in_one_hex_the_others_come_in_drawn_order_and_batteries_never() -> None:
    board = at_sea("norfolk 2512 A 4", "bismarck 2711 A 4", "tirpitz 2711 A 4", "scharnhorst 2711 A 4")
    says = {"torpedoes@british": "launch norfolk at=tirpitz"}
    played = play(board, torpedoes(board), dice=[(6, 6)] * 3, draws=[(1, 0)], says=says)
    assert [test.against for test in played.told(Ran)] == ["tirpitz", "scharnhorst", "bismarck"]


@rule("battleships", "6.2d")
@pytest.mark.parametrize(("heading", "modifier"), [("A", 0), ("D", 0), ("B", -3), ("C", 0), ("E", -3), ("F", 0)])
def test_a_torpedo_from_ahead_or_astern_does_less(heading: str, modifier: int) -> None:
    """From 2512 at a ship in 2910, who is struck from the west-south-west."""
    board = at_sea("norfolk 2512 A 4", f"bismarck 2910 {heading} 4")
    played = play(
        board, torpedoes(board), dice=[(1, 1), (3, 3)], says={"torpedoes@british": "launch norfolk at=bismarck"}
    )
    (hit,) = played.told(TorpedoHit)
    assert (hit.modifier, hit.combat) == (modifier, (3, 3))
    assert hit.result == {0: "1S", -3: "-"}[modifier]


@rule("battleships", "10.7")
def test_no_torpedo_is_launched_at_what_stands_ashore() -> None:
    board = in_battle("casablanca", "us_dd 3325 B 4", turn=3, options=Options(as_proposed=False, batteries=True))
    targets = {one.at for one in torpedo_form(board, "american").salvoes}
    assert "el_hank" not in targets
