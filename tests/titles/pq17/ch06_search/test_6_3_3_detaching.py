"""6.3.3, 6.3.4: cruisers that are split off to shadow, and targets that split."""

from typing import Any

import msgspec
import pytest

from games.kernel.errors import Illegal
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.move_orders import Split
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.rules.movement.orders import moves_part
from games.titles.pq17.rules.movement.passing import search_passing_block
from games.titles.pq17.rules.movement.segment import movement
from games.titles.pq17.rules.search import shadowing
from games.titles.pq17.rules.search.detachment import detach_ships, detachable_ships, unhurt_cruisers
from games.titles.pq17.rules.search.segment import search
from games.titles.pq17.rules.search.shadowers import may_follow_after_battle, shadowers_for
from games.titles.pq17.rules.search.shadowing import choose_followed_part
from games.titles.pq17.rules.search.strikes import strikes, strikes_form
from games.titles.pq17.rules.surface.attacks import follow_on, surface_combat
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.forces import BlocksChanged
from games.titles.pq17.state.state import AirUnit, Phase, Plan, Points, Shadow
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch06_search.shadowers import (
    INSIDE,
    all_found,
    combined,
    convoy_named,
    followed_by,
    followed_convoy,
    followers,
)
from tests.titles.pq17.ch15_campaign.orders_of_battle import moved_from_rest
from tests.titles.pq17.engaging import attacked, misses
from tests.titles.pq17.playing import Played, a_card, heard, phase, play
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import read_counters
from tests.titles.pq17.under_way import moved

rule = pytest.mark.rule
PREY = "contact_1"
TARGET = ("tirpitz", "lutzow", "koln", "dd_36a 4")


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


@rule("pq17", "6.3.3", "1.2.3")
def test_6_3_3_a_cruiser_is_split_off_to_follow_after_the_search() -> None:
    board = cover_that_found("norfolk", "kent", "dd_a_i 2")
    ordered(board, f"shadow cover at={PREY} ships=norfolk,dd_a_i")
    assert held(board) == {"cover": ["kent", "dd_a_i"], "cover_2": ["norfolk", "dd_a_i"]}
    assert who_follow(board) == ["cover_2"]
    assert (board.force("cover_2").level, board.force("cover_2").at) == (1, OPEN)


@rule("pq17", "6.3.3")
def test_6_3_3_without_ships_named_the_whole_force_follows() -> None:
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
def test_6_3_3_what_may_not_be_split_off(ships: str, said: str) -> None:
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
def test_6_3_3_ships_are_offered_where_some_may_go(words: tuple[str, ...], spare: bool, offered: bool) -> None:
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
def test_6_3_3_by_standing_instruction_a_cruiser_goes_by_herself(detaches: Any, who: str, left: list[str]) -> None:
    board = cover_that_found("norfolk", "kent", "dd_a_i 1")
    board.state.instructions["allied"] = Instructions(detaches=detaches, strikes="follow")
    play(strikes(board))
    assert who_follow(board) == [who]
    assert [ship for ship in held(board)["cover"] if not ship.startswith("dd")] == left


@rule("pq17", "6.3.3", "6.6.1a")
@pytest.mark.parametrize("detaches", ["yes", "no"])
def test_6_3_3_who_is_found_in_passing_is_followed_by_a_cruiser_alone(detaches: Any) -> None:
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
def test_6_3_3_after_a_battle_a_force_with_a_capital_ship_is_followed(
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
def test_6_3_3_who_hears_what_of_a_cruiser_that_splits_off() -> None:
    """All see one block become two, of which one follows; what they hold their owner knows."""
    board = cover_that_found("norfolk", "kent")
    ordered(board, f"shadow cover at={PREY} ships=norfolk")
    own = next(one for one in heard(board, "allied") if isinstance(one, BlocksChanged))
    assert (own.force, own.left) == ("cover_2", "cover")
    for seat in ("axis", "public"):
        (seen,) = [one for one in heard(board, seat) if isinstance(one, BlocksChanged)]
        assert (seen.force, seen.left) == ("", "")
        assert b"cover" not in msgspec.json.encode(view(board, seat))


@rule("pq17", "6.3.3", "1.2.4")
def test_6_3_3_a_convoy_follows_nobody() -> None:
    german = force("raid", "axis", "task_force", OPEN, "lutzow")
    board = arctic(followed_convoy(), german, force("gone", "allied", "task_force", OPEN, "london"))
    board.identify(german, 2)
    board.state.shadows = [Shadow("raid", "task_force", "gone")]
    shadowing.transfer_shadowing(board, board.force("pq"), [board.force("gone")])
    assert board.state.shadows == []


@rule("pq17", "6.3.3")
def test_6_3_3_an_undamaged_cruiser_follows_a_task_force() -> None:
    board = all_found(
        force("norfolk", "allied", "task_force", OPEN, "norfolk"),
        force("light", "allied", "task_force", OPEN, "dd_a_i 4"),
        force("tf", "axis", "task_force", OPEN, "tirpitz"),
        side="allied",
    )
    assert followers(board, "tf") == ("norfolk",)
    board.force("norfolk").counters[0].strength -= 1
    assert followers(board, "tf") == ()


@rule("pq17", "6.3.3")
@pytest.mark.parametrize(("shows", "may"), [("U", ("norfolk",)), ("-", ())])
def test_6_3_3_a_cruiser_follows_what_it_has_just_found(shows: Any, may: tuple[str, ...]) -> None:
    board = arctic(
        force("norfolk", "allied", "task_force", OPEN, "norfolk"), force("tf", "axis", "task_force", OPEN, "tirpitz")
    )
    board.identify(board.force("tf"), 2)
    phase(board, "allied")
    play(search(board), cards=[a_card("force", shows, submarine=False)])
    (target,) = strikes_form(board, "allied").targets
    assert target.shadowers == may


@rule("pq17", "6.3.3", "7.5.2a")
@pytest.mark.parametrize(("joins", "who"), [("never", []), ("always", ["cover"])])
def test_6_3_3_only_who_fought_follows_after_the_battle(joins: Any, who: list[str]) -> None:
    """A cruiser in the hex that stayed out of the battle has found nobody, and nobody there has found her."""
    board = attacked(
        force("tf", "allied", "task_force", OPEN, "dd_a_i 2"),
        force("raid", "axis", "task_force", OPEN, "scharnhorst"),
        force("cover", "allied", "task_force", OPEN, "sheffield"),
    )
    board.state.instructions["allied"] = Instructions(
        asks="never", stands="stay", torpedo_round="never", joins=joins, intercepts="never", detaches="no"
    )
    cards = [a_card("force", "0")] + [a_card("force", "U", submarine=False)] * bool(who)
    later = [*misses(*((4, 3) if who else (3,))), (0,)]
    play(surface_combat(board), cards=cards, dice=[*misses(3), (9,), *later])
    assert [one.who for one in board.state.shadows] == who


@rule("pq17", "6.3.3", "1.2.3", "1.2c")
@pytest.mark.parametrize(
    ("kind", "holding", "may"),
    [
        ("task_force", ("london 3", "dd_a_i 2"), {"london": 1, "dd_a_i": 2}),
        ("task_force", ("london 3",), {}),
        ("task_force", ("london 2", "dd_a_i 2"), {}),
        ("task_force", ("london 3+crippled", "dd_a_i 2"), {}),
        ("task_force", ("dd_a_i 2", "dd_j_r 2"), {}),
        ("task_force", ("duke_of_york 4", "dd_a_i 2"), {}),
        ("convoy", ("london 3", "mv 4"), {}),
    ],
)
def test_6_3_3_who_may_be_split_off_to_follow(kind: Any, holding: tuple[str, ...], may: dict[str, int]) -> None:
    one = force("t", "allied", kind, OPEN)
    one.counters = read_counters(*holding)
    assert detachable_ships(arctic(one), one) == may


@rule("pq17", "6.3.3")
@pytest.mark.parametrize(
    ("ships", "detaches", "fought", "follows"),
    [
        ((), "no", False, ["london", "kent", "dd_a_i"]),
        ((), "yes", False, ["kent"]),
        (("dd_a_i", "kent"), "no", True, ["dd_a_i", "kent"]),
        (("london",), "no", True, ["london", "kent", "dd_a_i"]),
        (("kent",), "yes", True, ["kent"]),
    ],
)
def test_6_3_3_what_follows(ships: tuple[str, ...], detaches: Any, fought: bool, follows: list[str]) -> None:
    """A hurt cruiser does not; of her own accord the first that is sound; a part of who has fought has fought."""
    one = force("t", "allied", "task_force", OPEN)
    one.counters = read_counters("london 2+crippled", "kent 2", "dd_a_i 1")
    board = arctic(one, instructions={"allied": Instructions(detaches=detaches)})
    board.state.phase = Phase("allied", fought=["t"] * fought)
    new = detach_ships(board, one, ships)
    assert [ship.ship for ship in new.counters] == follows
    assert board.phase.fought == ["t"] * fought + [new.id] * (fought and new is not one)
    assert unhurt_cruisers(BOX, read_counters("london 2", "kent 2", "norfolk 3+dead", "anson 4")) == ["kent"]


@rule("pq17", "6.3.3", "6.3.2")
@pytest.mark.parametrize(
    ("side", "holding", "kind", "prey", "follows"),
    [
        ("allied", ("kent 2",), "task_force", "task_force", True),
        ("allied", ("kent 1",), "task_force", "task_force", False),
        ("allied", ("kent 2+crippled",), "task_force", "task_force", False),
        ("allied", ("kent 1", "london 3"), "task_force", "task_force", True),
        ("allied", ("avenger 1", "dd_a_i 2"), "task_force", "task_force", False),
        ("allied", ("kent 2",), "task_force", "convoy", False),
        ("allied", ("ss_british 2",), "wolfpack", "convoy", False),
        ("axis", ("admiral_hipper 4",), "task_force", "task_force", False),
        ("axis", ("ss_german 1",), "wolfpack", "convoy", True),
        ("axis", ("ss_german 1",), "wolfpack", "task_force", False),
    ],
)  # fmt: skip
def test_6_3_3_who_follows_whom(side: Side, holding: tuple[str, ...], kind: Any, prey: Any, follows: bool) -> None:
    target = force("t", "axis" if side == "allied" else "allied", prey, OPEN, "mv 3" if prey == "convoy" else "lutzow")
    if target.side == "axis" and prey == "convoy":
        target.counters = read_counters("mv_german 2")
    own = force("k", side, kind, OPEN)
    own.counters = read_counters(*holding)
    board = phase(arctic(target, own), side, found=["t"])
    board.identify(target, 1)
    assert shadowers_for(board, side, target) == (("k",) if follows else ())


@rule("pq17", "6.3.3", "1.2.4")
def test_6_3_3_a_shadowing_force_that_combines_follows_on() -> None:
    target = force("t", "axis", "task_force", "0410", "tirpitz")
    ours = [force(name, "allied", "task_force", "0410", ship) for name, ship in (("a", "norfolk"), ("b", "kent"))]
    board = followed_by(target, "task_force", "b", *ours)
    combined(board, "allied", "a", "b")
    assert board.state.shadows == [Shadow("t", "task_force", "a")]
    target.plan = Plan(0, ("0411",), pace="slow")
    moved(board, side="axis")
    assert board.force("a").at == "0411"


@rule("pq17", "6.3.3", "1.2.4")
def test_6_3_3_cruisers_that_join_a_convoy_follow_no_longer() -> None:
    target = force("t", "axis", "task_force", "0410", "tirpitz")
    board = followed_by(
        target, "task_force", "a", force("a", "allied", "task_force", "0410", "norfolk"), convoy_named()
    )
    combined(board, "allied", "a", "pq")
    assert (board.state.shadows, target.level) == ([], 1)


@rule("pq17", "6.3.3", "1.2.3", "6.3.4")
@pytest.mark.parametrize(("follows", "part"), [("larger", "t"), ("capital", "t_2")])
def test_6_3_3_a_target_that_parts_on_the_move(follows: Any, part: str) -> None:
    target = force("t", "axis", "task_force", "0712", "tirpitz", "lutzow", "dd_36a 4")
    board = followed_by(target, "task_force", "kent", force("kent", "allied", "task_force", "0712", "kent"))
    board.state.instructions["allied"] = Instructions(follows=follows)
    moved(board, Split("t", ("tirpitz",)), side="axis")
    assert {one.id: sum(ship.strength for ship in one.counters) for one in board.forces_of("axis")} == {
        "t": 8,
        "t_2": 5,
    }
    assert board.state.shadows[0].target == part


@rule("pq17", "6.3.3")
@pytest.mark.parametrize(
    ("ships", "hurt", "may"),
    [
        (("norfolk",), 0, True), (("norfolk",), 1, False), (("norfolk", "kent"), 1, True),
        (("duke_of_york",), 0, False), (("dd_a_i 4",), 0, False), (("scylla",), 0, True), (("adventure",), 0, True),
    ],
)  # fmt: skip
def test_6_3_3_which_allied_forces_follow(ships: tuple[str, ...], hurt: int, may: bool) -> None:
    board = arctic(
        force("f", "allied", "task_force", "0410", *ships), force("x", "axis", "task_force", "0410", "dd_36a 2")
    )
    board.force("f").counters[0].strength -= hurt
    phase(board, "allied")
    board.identify(board.force("x"), 1)
    assert shadowers_for(board, "allied", board.force("x")) == (("f",) if may else ())


@rule("pq17", "6.3.3", position="PP202")
@pytest.mark.parametrize(
    ("prey", "after"),
    [
        (("lutzow", "admiral_scheer"), False), (("tirpitz",), True), (("lutzow",), False), (("dd_36a 4",), False),
    ],
)  # fmt: skip
def test_6_3_3_after_a_battle_only_capital_ships_are_followed(prey: tuple[str, ...], after: bool) -> None:
    board = arctic(force("prey", "axis", "task_force", "0310", *prey, level=2),
                   force("cover", "allied", "task_force", "0310", "norfolk"))  # fmt: skip
    cover, target = board.force("cover"), board.force("prey")
    assert shadowers_for(board, "allied", target) == ("cover",)
    assert may_follow_after_battle(board, cover, target) is after
    cover.counters[0].strength -= 1
    assert (shadowers_for(board, "allied", target), may_follow_after_battle(board, cover, target)) == ((), False)


@rule("pq17", "6.3.3")
@pytest.mark.parametrize(
    ("shadows", "meets", "follows"),
    [
        ([], "follow", True),
        ([], "ignore", False),
        ([Shadow("tirpitz", "aircraft", "u")], "follow", False),
        ([Shadow("other", "aircraft", "u")], "follow", True),
        ([Shadow("other", "task_force", "tf")], "follow", False),
    ],
    ids=["nobody does", "not wanted", "another does", "another block is", "it follows another"],
)
def test_6_3_3_who_follows_after_a_battle(shadows: list[Shadow], meets: Any, follows: bool) -> None:
    board = arctic(force("tf", "allied", "task_force", OPEN, "london"),
                   force("tirpitz", "axis", "task_force", OPEN, "tirpitz"),
                   force("other", "axis", "task_force", OPEN, "koln"), shadows=list(shadows),
                   instructions={"allied": Instructions(meets=meets)})  # fmt: skip
    phase(board, "axis")
    board.identify(board.force("tirpitz"), 3)
    follow_on(board, board.state.forces)
    assert (("tirpitz", "tf") in [(one.target, one.who) for one in board.state.shadows]) is follows


@rule("pq17", "6.3.3")
@pytest.mark.parametrize(
    ("ships", "prey", "level", "follows"),
    [
        (("london",), ("tirpitz",), 3, True),
        (("london",), ("scharnhorst",), 2, True),
        (("london",), ("tirpitz",), None, False),
        (("london",), ("lutzow",), 3, False),
        (("dd_a_i 3",), ("tirpitz",), 3, False),
        (("london 2",), ("tirpitz",), 3, False),
        (("duke_of_york",), ("tirpitz",), 3, False),
    ],
)
def test_6_3_3_after_a_battle_an_unhurt_cruiser_follows_a_capital_ship_that_is_known(
    ships: tuple[str, ...], prey: tuple[str, ...], level: int | None, follows: bool
) -> None:
    target = force("r", "axis", "task_force", OPEN, *prey, level=level)
    board = arctic(force("tf", "allied", "task_force", OPEN, *ships), target)
    assert may_follow_after_battle(board, board.force("tf"), target) is follows


@rule("pq17", "6.3.4")
def test_6_3_4_each_shadower_follows_the_part_that_it_prefers() -> None:
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
def test_6_3_4_a_preference_that_no_part_fits_gives_way_to_the_next(prefers: tuple[str, ...], target: str) -> None:
    assert splits(shadowed(Shadow("t", "aircraft", "cat", prefers)), "tirpitz") == [target]


@rule("pq17", "6.3.4")
@pytest.mark.parametrize(("followed", "target"), [("", "t"), ("stays", "t"), ("leaves", "t_2")])
def test_6_3_4_where_the_words_fit_both_their_owner_says_which_is_meant(followed: str, target: str) -> None:
    """Capital ships in both parts; without his word it is the larger."""
    words = ("tirpitz", "scharnhorst", "dd_36a 4")
    board = shadowed(Shadow("t", "aircraft", "cat", ("capital",)), words=words)
    assert splits(board, "scharnhorst", followed=followed) == [target]


@rule("pq17", "6.3.4")
def test_6_3_4_an_owner_cannot_say_what_the_words_do_not_fit() -> None:
    board = shadowed(Shadow("t", "aircraft", "cat", ("capital",)))
    assert splits(board, "tirpitz", followed="stays") == ["t_2"]


@rule("pq17", "6.3.4")
@pytest.mark.parametrize("is_followed", [True, False])
def test_6_3_4_he_is_asked_for_his_word_where_something_follows(is_followed: bool) -> None:
    board = shadowed(*([Shadow("t", "aircraft", "cat")] if is_followed else []))
    form = PhaseForm(forces=("t",), moves=moves_part(board, "axis"))
    (split,) = [way for way in form.templates() if way.verb == "split"]
    assert any(field.name == "followed" for field in split.fields) is is_followed


@rule("pq17", "6.3.4")
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_6_3_4_a_preference_is_given_with_the_order_and_its_owner_alone_reads_it(side: Side) -> None:
    board = cover_that_found("norfolk", "kent")
    ordered(board, f"shadow cover at={PREY} prefers=capital,larger")
    assert board.state.shadows[0].prefers == ("capital", "larger")
    (seen,) = view(board, side).shadows
    assert seen.prefers == (("capital", "larger") if side == "allied" else ())


@rule("pq17", "6.3.4")
@pytest.mark.parametrize(
    ("follows", "chosen"), [("convoy", "pq"), ("larger", "pq"), ("capital", "cover")]
)  # fmt: skip
def test_6_3_4_a_target_that_splits(follows: Any, chosen: str) -> None:
    board = all_found(
        force("pq", "allied", "convoy", INSIDE, "mv 8", "dd_a_i 2"),
        force("cover", "allied", "task_force", INSIDE, "duke_of_york", "norfolk"),
    )
    board.state.shadows = [Shadow("pq", "sector", "barents")]
    board.state.instructions["axis"] = Instructions(follows=follows)
    choose_followed_part(board, "allied", [board.force("pq"), board.force("cover")])
    assert board.state.shadows == [Shadow(chosen, "sector", "barents")]


@rule("pq17", "6.3.4")
@pytest.mark.parametrize(
    ("prefers", "chosen"),
    [(("convoy",), "pq"), (("capital",), "heavy"), (("larger",), "many"), (("convoy", "larger"), "pq")],
)
def test_6_3_4_each_word_of_what_a_shadower_prefers_counts(prefers: tuple[str, ...], chosen: str) -> None:
    parts = [
        force("many", "allied", "task_force", OPEN, "dd_a_i 9"), force("heavy", "allied", "task_force", OPEN, "anson"),
        force("pq", "allied", "convoy", OPEN, "mv 3"),
    ]  # fmt: skip
    board = arctic(*parts, shadows=[Shadow("pq", "aircraft", "u", prefers)])
    choose_followed_part(board, "allied", parts)
    assert [one.target for one in board.state.shadows] == [chosen]


@rule("pq17", "6.3.4", position="PP203")
def test_6_3_4_the_boat_stays_with_the_convoy() -> None:
    board = arctic(
        force("c", "allied", "convoy", "0512", "mv 20", "dd_a_i 3", level=2),
        force("boat", "axis", "wolfpack", "0512", "ss_german 2"),
        shadows=[Shadow("c", "wolfpack", "boat", prefers=("convoy",))],
        command={"home_fleet": Points(16), "severny_flot": Points()}, start=8,
    )  # fmt: skip
    moved_from_rest(board, "allied", Split("c", ("dd_a_i", "dd_a_i")))
    assert len(board.forces_of("allied")) == 2
    assert [one.target for one in board.state.shadows] == ["c"]
