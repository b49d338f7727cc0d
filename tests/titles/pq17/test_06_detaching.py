"""6.3.3 A cruiser that is split off to follow, 6.3.4 the part that each shadower follows when its target splits."""

from typing import Any

import msgspec
import pytest

from games.kernel.errors import Illegal
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.moves import Split
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.rules.movement.orders import moves_part
from games.titles.pq17.rules.movement.passing import search_passing_block
from games.titles.pq17.rules.movement.segment import movement
from games.titles.pq17.rules.search.strikes import strikes
from games.titles.pq17.rules.surface.attacks import follow_on
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.forces import BlocksChanged
from games.titles.pq17.state.state import AirUnit, Phase, Points, Shadow
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import Played, a_card, heard, phase, play
from tests.titles.pq17.strikes import OPEN

rule = pytest.mark.rule
PREY = "contact_1"


def cover_that_found(*words: str, prey: tuple[str, ...] = ("tirpitz",), **fields: Any) -> Board:
    """An Allied task force in the hex of a German one that it has identified in this search segment."""
    board = arctic(
        force("prey", "axis", "task_force", OPEN, *prey),
        force("cover", "allied", "task_force", OPEN, *words, level=1),
        **fields,
    )
    phase(board, "allied", found=["prey"])
    board.identify(board.force("prey"), 2)
    return board


def ordered(board: Board, *lines: str) -> Played:
    return play(strikes(board), says={"strikes": "\n".join(lines)})


def held(board: Board) -> dict[str, list[str]]:
    return {one.id: [ship.ship for ship in one.counters] for one in board.forces_of("allied")}


def who_follow(board: Board) -> list[str]:
    return [one.who for one in board.state.shadows]


@rule("pq17", "6.3.3", "1.2.3")
def test_a_cruiser_is_split_off_to_follow_after_the_search() -> None:
    board = cover_that_found("norfolk", "kent", "dd_a_i 2")
    ordered(board, f"shadow cover at={PREY} ships=norfolk,dd_a_i")
    assert held(board) == {"cover": ["kent", "dd_a_i"], "cover_2": ["norfolk", "dd_a_i"]}
    assert who_follow(board) == ["cover_2"]
    assert (board.force("cover_2").level, board.force("cover_2").at) == (1, OPEN)


@rule("pq17", "6.3.3")
def test_without_ships_named_the_whole_force_follows() -> None:
    board = cover_that_found("norfolk", "kent")
    ordered(board, f"shadow cover at={PREY}")
    assert (held(board), who_follow(board)) == ({"cover": ["norfolk", "kent"]}, ["cover"])


@rule("pq17", "6.3.3", "1.2.3")
@pytest.mark.parametrize(
    ("ships", "said"),
    [
        ("dd_a_i", "6.3.3"),
        ("suffolk", "6.3.3"),
        ("norfolk,dd_a_i,dd_a_i,dd_a_i", "1.2.3"),
        ("norfolk,suffolk,dd_a_i,dd_a_i", "1.2.3"),
    ],
)
def test_what_may_not_be_split_off(ships: str, said: str) -> None:
    """Destroyers alone, a damaged cruiser alone, more than there are, or all of them; and nothing is changed by it."""
    board = cover_that_found("norfolk", "suffolk 1", "dd_a_i 2")
    before = msgspec.json.encode(board.state)
    with pytest.raises(Illegal) as caught:
        ordered(board, f"shadow cover at={PREY} ships={ships}")
    assert {one.rule for one in caught.value.problems} == {said}
    assert msgspec.json.encode(board.state) == before


@rule("pq17", "6.3.3", "1.2c")
@pytest.mark.parametrize(("words", "spare", "offered"), [
    (("norfolk", "dd_a_i 2"), True, True),
    (("norfolk",), True, False),
    (("norfolk", "dd_a_i 2"), False, False),
])  # fmt: skip
def test_ships_are_offered_where_some_may_go(words: tuple[str, ...], spare: bool, offered: bool) -> None:
    """Nothing leaves a lone ship, nor without a block to stand for it."""
    board = cover_that_found(*words)
    most = BOX.numbers.blocks.of("allied").task_force
    for number in range(0 if spare else most - 1):
        board.place(force(f"far_{number}", "allied", "task_force", "0408", "dd_us 1"))
    form = play(strikes(board)).asked[0].form
    ways = [way for way in form.templates() if way.verb == "shadow" and way.fields[0].values == ("cover",)]
    assert [any(field.name == "ships" for field in way.fields) for way in ways] == [offered]


@rule("pq17", "6.3.3")
@pytest.mark.parametrize(
    ("detaches", "who", "left"), [("yes", "cover_2", ["kent"]), ("no", "cover", ["norfolk", "kent"])]
)
def test_by_standing_instruction_a_cruiser_goes_by_herself(detaches: Any, who: str, left: list[str]) -> None:
    board = cover_that_found("norfolk", "kent", "dd_a_i 1")
    board.state.instructions["allied"] = Instructions(detaches=detaches, strikes="follow")
    play(strikes(board))
    assert who_follow(board) == [who]
    assert [ship for ship in held(board)["cover"] if not ship.startswith("dd")] == left


@rule("pq17", "6.3.3", "6.6.1a")
@pytest.mark.parametrize("detaches", ["yes", "no"])
def test_who_is_found_in_passing_is_followed_by_a_cruiser_alone(detaches: Any) -> None:
    board = phase(
        arctic(
            force("cover", "allied", "task_force", OPEN, "norfolk", "dd_a_i 2"),
            force("tf", "axis", "task_force", OPEN, "tirpitz"),
        ),
        "axis",
    )
    board.state.instructions["allied"] = Instructions(detaches=detaches)
    play(search_passing_block(board, board.force("tf")), cards=[a_card("force", "U", submarine=False)])
    assert who_follow(board) == ["cover_2" if detaches == "yes" else "cover"]


@rule("pq17", "6.3.3")
@pytest.mark.parametrize(
    ("prey", "hurt", "detaches", "who"),
    [
        ("tirpitz", 0, "yes", ["cover_2"]),
        ("tirpitz", 0, "no", ["cover"]),
        ("admiral_hipper", 0, "yes", []),
        ("tirpitz", 1, "yes", []),
    ],
)
def test_after_a_battle_a_force_with_a_capital_ship_is_followed(
    prey: str, hurt: int, detaches: Any, who: list[str]
) -> None:
    """The cruiser that goes on by herself has fought in this segment like the rest of her force."""
    board = cover_that_found("norfolk", "dd_a_i 2", prey=(prey,))
    board.force("cover").counters[0].strength -= hurt
    board.state.instructions["allied"] = Instructions(detaches=detaches)
    board.phase.fought = ["cover", "prey"]
    follow_on(board, board.state.forces)
    assert who_follow(board) == who
    assert board.phase.fought == ["cover", "prey", *(who if who == ["cover_2"] else [])]


@rule("pq17", "6.3.3", "1.2b", "1.2.3")
def test_who_hears_what_of_a_cruiser_that_splits_off() -> None:
    """All see one block become two, of which one follows; what they hold their owner knows."""
    board = cover_that_found("norfolk", "kent")
    ordered(board, f"shadow cover at={PREY} ships=norfolk")
    own = next(one for one in heard(board, "allied") if isinstance(one, BlocksChanged))
    assert (own.force, own.left) == ("cover_2", "cover")
    for seat in ("axis", "public"):
        (seen,) = [one for one in heard(board, seat) if isinstance(one, BlocksChanged)]
        assert (seen.force, seen.left) == ("", "")
        assert b"cover" not in msgspec.json.encode(view(board, seat))


TARGET = ("tirpitz", "lutzow", "koln", "dd_36a 4")


def shadowed(*shadows: Shadow, follows: Any = "larger", words: tuple[str, ...] = TARGET) -> Board:
    board = arctic(
        force("t", "axis", "task_force", "0712", *words, level=2),
        force("kent", "allied", "task_force", "0712", "kent"),
        air=[AirUnit("catalina", 1, id="cat", base="akureyri", mission="shadow", at="0712")],
        instructions={"allied": Instructions(follows=follows)},
        shadows=list(shadows),
        command={"gruppe_nord": Points(10)},
    )
    return phase(board, "axis")


def splits(board: Board, *ships: str, followed: Any = "") -> list[str]:
    """The part that each shadower follows."""
    board.state.phase = Phase("axis", orders=(Split("t", ships, followed=followed),))
    play(movement(board))
    return [one.target for one in board.state.shadows]


@rule("pq17", "6.3.4")
def test_each_shadower_follows_the_part_that_it_prefers() -> None:
    board = shadowed(
        Shadow("t", "task_force", "kent", ("capital",)),
        Shadow("t", "aircraft", "cat", ("larger",)),
        Shadow("t", "sector", "british"),
    )
    assert splits(board, "tirpitz") == ["t_2", "t", "t"]


@rule("pq17", "6.3.4")
@pytest.mark.parametrize(
    ("prefers", "target"),
    [
        (("convoy", "capital"), "t_2"),
        (("convoy", "larger"), "t"),
        (("capital", "larger"), "t_2"),
        (("larger", "capital"), "t"),
    ],
)
def test_a_preference_that_no_part_fits_gives_way_to_the_next(prefers: tuple[str, ...], target: str) -> None:
    assert splits(shadowed(Shadow("t", "aircraft", "cat", prefers)), "tirpitz") == [target]


@rule("pq17", "6.3.4")
@pytest.mark.parametrize(("followed", "target"), [("", "t"), ("stays", "t"), ("leaves", "t_2")])
def test_where_the_words_fit_both_their_owner_says_which_is_meant(followed: str, target: str) -> None:
    """Capital ships in both parts; without his word it is the larger."""
    words = ("tirpitz", "scharnhorst", "dd_36a 4")
    board = shadowed(Shadow("t", "aircraft", "cat", ("capital",)), words=words)
    assert splits(board, "scharnhorst", followed=followed) == [target]


@rule("pq17", "6.3.4")
def test_an_owner_cannot_say_what_the_words_do_not_fit() -> None:
    board = shadowed(Shadow("t", "aircraft", "cat", ("capital",)))
    assert splits(board, "tirpitz", followed="stays") == ["t_2"]


@rule("pq17", "6.3.4")
@pytest.mark.parametrize("is_followed", [True, False])
def test_he_is_asked_for_his_word_where_something_follows(is_followed: bool) -> None:
    board = shadowed(*([Shadow("t", "aircraft", "cat")] if is_followed else []))
    form = PhaseForm(forces=("t",), moves=moves_part(board, "axis"))
    (split,) = [way for way in form.templates() if way.verb == "split"]
    assert any(field.name == "followed" for field in split.fields) is is_followed


@rule("pq17", "6.3.4")
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_a_preference_is_given_with_the_order_and_its_owner_alone_reads_it(side: Side) -> None:
    board = cover_that_found("norfolk", "kent")
    ordered(board, f"shadow cover at={PREY} prefers=capital,larger")
    assert board.state.shadows[0].prefers == ("capital", "larger")
    (seen,) = view(board, side).shadows
    assert seen.prefers == (("capital", "larger") if side == "allied" else ())
