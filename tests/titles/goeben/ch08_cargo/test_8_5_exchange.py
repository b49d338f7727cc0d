"""New gear at a base, and cargo handed from ship to ship (8.5, 8.6)."""

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.rules.day.outfit import outfit
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.ships.cargo import hand_over
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as told
from tests.titles.goeben.laid_out import at_sea, ordered, play, refused

rule = pytest.mark.rule


def full_ships(**cargo: str) -> Board:
    """Ships at Pola with two boxes each, and what is in them."""
    return at_sea(options=Options(fleet="all_four"), **{name: f"pola+hull=2+cargo={it}" for name, it in cargo.items()})


OPTICS, CALCULATOR, NETS = "optics,wireless", "calculator,camera_crew", "torpedo_nets,reserve_crew"
RING = ("goeben to=moltke cargo=optics", "moltke to=breslau cargo=calculator", "breslau to=goeben cargo=torpedo_nets")


def handing(orders: tuple[str, ...]) -> str:
    return "\n".join(f"hand {order}" for order in orders)


# --- 8.5 new gear


@rule("goeben", "8.5")
@rule("goeben", "T.terrain")
def test_a_friendly_base_sells_cargo_for_leadership_points() -> None:
    board = at_sea(goeben="pola")
    form = plan_form(board, "commander")
    assert refused(form, "take goeben cargo=calculator,reserve_crew") == []
    assert refused(form, "take goeben cargo=calculator,reserve_crew,wireless") == ["8.5"]
    ordered(board, "take goeben cargo=calculator,reserve_crew")
    played = play(board, outfit(board))
    assert board.ship("goeben").cargo == ["calculator", "reserve_crew"]
    assert played.told(told.CargoTaken) == [told.CargoTaken("goeben", ("calculator", "reserve_crew"))]


@rule("goeben", "8.5")
@pytest.mark.parametrize("space", ["trieste", "messina", "genoa", "spartivento"])
def test_no_other_place_sells_cargo(space: str) -> None:
    assert refused(plan_form(at_sea(goeben=space), "commander"), "take goeben cargo=wireless") != []


@rule("goeben", "8.5")
@pytest.mark.parametrize(
    ("port", "ship", "cargo", "legal"),
    [
        ("cattaro", "+leadership=5", "calculator,damage_control,optics", True),
        ("cattaro", "+leadership=5", "calculator,damage_control,reserve_crew", False),
        ("spalato", "+leadership=5", "optics", False), ("trieste", "", "optics", False),
        ("cattaro", "+leadership=3", "damage_control,damage_control", False),
        ("cattaro", "+leadership=3", "damage_control,optics", True),
    ],
)  # fmt: skip
def test_re_equipping_at_a_base(port: str, ship: str, cargo: str, legal: bool) -> None:
    form = plan_form(at_sea(goeben=port + ship, breslau="zante"), "commander")
    assert (refused(form, f"take goeben cargo={cargo}") == []) is legal


# --- 8.6 from ship to ship


@rule("goeben", "8.6")
@pytest.mark.parametrize("port", ["pola", "trieste", "messina", "genoa"])
def test_cargo_changes_ships_in_a_friendly_or_neutral_port(port: str) -> None:
    board = ordered(at_sea(goeben=f"{port}+cargo=optics", breslau=port), "hand goeben to=breslau cargo=optics")
    played = play(board, outfit(board))
    assert (board.ship("goeben").cargo, board.ship("breslau").cargo) == ([], ["optics"])
    assert played.told(told.CargoHanded) == [told.CargoHanded("goeben", "breslau", ("optics",))]


@rule("goeben", "8.6")
def test_a_captured_port_counts_as_friendly() -> None:
    board = at_sea(goeben="bone+cargo=optics", breslau="bone")
    order = "hand goeben to=breslau cargo=optics"
    assert refused(plan_form(board, "commander"), order) != []
    board.state.ashore["bone"] = "goeben"
    assert refused(plan_form(board, "commander"), order) == []


@rule("goeben", "8.6")
def test_not_at_sea_nor_between_ports() -> None:
    order = "hand goeben to=breslau cargo=optics"
    assert refused(plan_form(at_sea(goeben="stromboli+cargo=optics", breslau="stromboli"), "commander"), order) != []
    assert refused(plan_form(at_sea(goeben="pola+cargo=optics", breslau="trieste"), "commander"), order) != []


@rule("goeben", "8.6")
def test_nobody_takes_more_than_fits() -> None:
    board = at_sea(goeben="pola+cargo=optics", breslau="pola+hull=1+cargo=wireless")
    assert refused(plan_form(board, "commander"), "hand goeben to=breslau cargo=optics") == ["8.2"]


@rule("goeben", "8.6")
@rule("goeben", "20.1.1")
@rule("goeben", "23.0")
@pytest.mark.parametrize(
    ("giver", "taker", "cargo", "wrong"),
    [
        ("goeben", "breslau", "optics,seaplane", [("/0/cargo", "unfit", "8.2.1")]),
        ("breslau", "goeben", "wireless,mines", [("/0/cargo", "unfit", "8.2.1")]),
        ("breslau", "goeben", "wireless", []),
        ("goeben", "breslau", "optics", []),
    ],
)
def test_nobody_is_handed_what_a_ship_of_her_type_cannot_carry(
    giver: str, taker: str, cargo: str, wrong: list[tuple[str, str, str]]
) -> None:
    """A seaplane goes aboard a battlecruiser, mines aboard a light cruiser."""
    aboard = {taker: "pola"} | {giver: f"pola+cargo={cargo}"}
    form = plan_form(at_sea(options=Options(seaplane=True, mines=True), **aboard), "commander")
    problems = form.problems(form.read(form.parse(f"hand {giver} to={taker} cargo={cargo}")))
    assert [(one.pointer, one.code, one.rule) for one in problems] == wrong


@rule("goeben", "8.6")
@rule("goeben", "8.2")
@rule("goeben", "25.2")
def test_two_captains_hand_over_and_one_box_is_empty() -> None:
    """Each may, for all he knows; the order of precedence decides, and what does not fit stays where it is."""
    full = "wireless,reserve_crew,damage_control"
    board = at_sea("captains_four", goeben="pola+cargo=optics", moltke="pola+cargo=torpedo_nets",
                   breslau=f"pola+cargo={full}", stralsund="cattaro")  # fmt: skip
    ordered(board, "hand goeben to=breslau cargo=optics", "goeben")
    ordered(board, "hand moltke to=breslau cargo=torpedo_nets", "moltke")
    ordered(board, "outfit breslau", "breslau")
    played = play(board, outfit(board))
    assert played.told(told.CargoHanded) == [told.CargoHanded("goeben", "breslau", ("optics",))]
    assert board.ship("breslau").cargo == [*full.split(","), "optics"]
    assert board.ship("moltke").cargo == ["torpedo_nets"]


@rule("goeben", "8.6")
def test_only_what_is_aboard_can_be_handed_over() -> None:
    board = at_sea(goeben="pola+cargo=optics", breslau="pola")
    hand_over(board, board.ship("goeben"), board.ship("breslau"), ("wireless", "optics", "optics"))
    assert (board.ship("goeben").cargo, board.ship("breslau").cargo) == ([], ["optics"])


@rule("goeben", "8.6.1")
@pytest.mark.parametrize(
    ("place", "captured", "legal"),
    [("zante", False, False), ("brindisi", False, True), ("bone", True, True), ("pola", False, True),
     ("algiers", False, False)],
)  # fmt: skip
def test_where_cargo_changes_ships(place: str, captured: bool, legal: bool) -> None:
    board = at_sea(goeben=f"{place}+cargo=optics,reserve_crew", breslau=f"{place}+hull=2")
    if captured:
        board.state.ashore[place] = "goeben"
    form = plan_form(board, "commander")
    assert (refused(form, "hand goeben to=breslau cargo=optics,reserve_crew") == []) is legal
    full = at_sea(goeben=f"{place}+cargo=optics,reserve_crew", breslau=f"{place}+hull=1")
    assert refused(plan_form(full, "commander"), "hand goeben to=breslau cargo=optics,reserve_crew") != []


@rule("goeben", "8.6.2", "8.6")
@pytest.mark.parametrize(
    ("cargo", "orders", "after"),
    [
        ((OPTICS, CALCULATOR, NETS), RING, ("torpedo_nets,wireless", "optics,camera_crew", "calculator,reserve_crew")),
        (("optics", CALCULATOR, "torpedo_nets"), RING[:2], ("", "optics,camera_crew", "calculator,torpedo_nets")),
    ],
    ids=["a ring of full ships", "a box that the next one leaves"],
)
def test_what_changes_ships_needs_its_box_in_the_end_alone(
    cargo: tuple[str, ...], orders: tuple[str, ...], after: tuple[str, ...]
) -> None:
    """8.6 Counters just change places, in whatever order it is written."""
    names = ("goeben", "moltke", "breslau")
    for written in (orders, orders[::-1]):
        board = full_ships(**dict(zip(names, cargo, strict=True)))
        assert refused(plan_form(board, "commander"), handing(written)) == []
        ordered(board, handing(written))
        play(board, outfit(board))
        assert tuple(",".join(sorted(board.ship(name).cargo)) for name in names) == tuple(
            ",".join(sorted(filter(None, held.split(",")))) for held in after
        )


@rule("goeben", "8.6.2", "8.6")
def test_what_would_go_by_way_of_a_full_ship_goes_straight() -> None:
    """All lie in one port, so that nobody need hand on what he has not; it is refused, and the next order does it."""
    board = full_ships(goeben="optics", moltke=CALCULATOR, breslau="torpedo_nets")
    form = plan_form(board, "commander")
    assert refused(form, handing((RING[0], "moltke to=breslau cargo=optics"))) == ["8.3"]
    ordered(board, "hand goeben to=breslau cargo=optics")
    play(board, outfit(board))
    assert board.ship("breslau").cargo == ["torpedo_nets", "optics"]


@rule("goeben", "8.6.2")
def test_in_a_ring_each_is_told_whose_piece_it_is() -> None:
    board = full_ships(goeben=OPTICS, moltke=CALCULATOR, breslau=NETS)
    ordered(board, handing(RING))
    assert play(board, outfit(board)).told(told.CargoHanded) == [
        told.CargoHanded("goeben", "moltke", ("optics",)),
        told.CargoHanded("moltke", "breslau", ("calculator",)),
        told.CargoHanded("breslau", "goeben", ("torpedo_nets",)),
    ]


@rule("goeben", "8.6.2")
@rule("goeben", "8.2")
@pytest.mark.parametrize("room", [12, 2], ids=["one is full", "both are full"])
@pytest.mark.parametrize("turned", [False, True])
def test_full_ships_change_piece_for_piece(room: int, turned: bool) -> None:
    """What counts is that all of it has a box when it has changed ships, whichever order is written first."""
    orders = ["hand goeben to=breslau cargo=damage_control", "hand breslau to=goeben cargo=optics"]
    board = at_sea(
        goeben=f"messina+hull={room}+cargo=damage_control,wireless", breslau="messina+hull=2+cargo=optics,torpedo_nets"
    )
    play(ordered(board, "\n".join(reversed(orders) if turned else orders)), outfit(board))
    assert sorted(board.ship("goeben").cargo) == ["optics", "wireless"]
    assert sorted(board.ship("breslau").cargo) == ["damage_control", "torpedo_nets"]
