"""Positions for pictures and words: a quiet morning in port, and an afternoon with something of everything."""

from games.titles.pq17.presentation import Presentation
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import (
    AirUnit,
    Booking,
    Chit,
    Convoy,
    Loss,
    Phase,
    Plan,
    Points,
    Shadow,
    Sky,
)
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX

WORDS = Presentation(BOX)
ROUTE = ("0504", "0404", "0405", "0406", "0407", "0408", "0409", "0410", "0411", "0412", "0413", "0414", "0415",
         "0515", "0516", "0517", "0618", "0718", "0818", "0919", "1019", "1119")  # fmt: skip


def setup_like() -> Board:
    """Day 5 AM, as the operation begins: forces and dummies in their ports."""
    board = arctic(
        force("pq17", "allied", "convoy", "0504", "mv 31", "mo 2", "mc 1", "aldersdale", "palomares", "pozarica",
              "dd_a_i 2", "dd_j_r 1", "tb_old 1", "tb_hunt 2", "es_british 4", "ss_british 2", port="reykjavik",
              plan=Plan(9, ROUTE, "arkhangelsk")),
        force("qp13", "allied", "convoy", "0817", "mv 35", "alynbank", "dd_a_i 3", "tb_hunt 2", port="murmansk",
              convoy=Convoy(destinations=("reykjavik",)), plan=Plan(9, ("0718", "0617"), "reykjavik")),
        force("cruisers", "allied", "task_force", "0504", "london", "norfolk", "wichita", "tuscaloosa", "dd_us 2",
              port="reykjavik"),
        force("home_fleet", "allied", "task_force", "1206", "duke_of_york", "washington", "victorious", "nigeria",
              "manchester", "cumberland", "dd_us 2", "dd_a_i 5", "dd_j_r 5", port="scapa_flow"),
        force("dummy_1", "allied", "dummy", "0504", port="reykjavik"),
        force("dummy_2", "allied", "dummy", "1206", port="scapa_flow"),
        force("dummy_3", "allied", "dummy", "0817", port="murmansk"),
        force("tf1", "axis", "task_force", "1111", "tirpitz", "admiral_hipper", "dd_34_36 4", port="trondheim"),
        force("tf2", "axis", "task_force", "0813", "lutzow", "admiral_scheer", "dd_36a 5", port="narvik"),
        force("dummy_9", "axis", "dummy", "0813", port="narvik"),
        force("pack_1", "axis", "wolfpack", "0512", "ss_german 3"),
    )  # fmt: skip
    board.state.command = {"home_fleet": Points(16), "severny_flot": Points(6), "gruppe_nord": Points(10)}
    return board


def _sail(board: Board, name: str, *way: str) -> None:
    one = board.force(name)
    for hex_ in way:
        board.step(one, hex_)


def crowded() -> Board:
    """Day 7 PM: convoys at sea, two of them found, wolfpacks about, Tirpitz out."""
    board = setup_like()
    state = board.state
    state.turn = 14
    _sail(board, "pq17", *ROUTE[1:9])
    _sail(board, "qp13", "0718", "0617", "0516", "0415")
    _sail(board, "cruisers", "0404", "0405", "0406", "0407", "0408", "0409", "0509")
    _sail(board, "home_fleet", "1106", "1007", "0907", "0808", "0708")
    _sail(board, "dummy_1", "0505")
    _sail(board, "tf1", "1011", "0911", "0912", "0812", "0713")
    _sail(board, "pack_1", "0412")
    for pack, at in (("pack_2", "0511"), ("pack_3", "0410"), ("pack_4", "0614")):
        board.place(force(pack, "axis", "wolfpack", at, "ss_german 3"))
    _told(board)
    state.air = _aircraft()
    state.shadows = [Shadow("pq17", "wolfpack", "pack_3"), Shadow("tf1", "aircraft", "catalina_akureyri_1")]
    for name, mark in (("pq17", 21), ("qp13", 22), ("cruisers", 21), ("home_fleet", 24), ("tf1", 26)):
        board.force(name).fuel = Fuel(mark)
    board.force("cruisers").fuel = Fuel(17, "low")
    board.force("pq17").counters[0] = Counter("mv", 28)
    board.force("pq17").counters.insert(1, Counter("mv", 1, dead=True))
    board.force("tf1").counters[1] = Counter("admiral_hipper", 2, crippled=True, spent=1)
    state.losses = [
        Loss("allied", "mv", 2, 13, "sunk", at="0410"), Loss("axis", "ju_88", 1, 13, "shot_down"),
        Loss("axis", "ss_german", 1, 14, "sunk", at="0410"), Loss("allied", "mv", 1, 14, "ice", open=False),
    ]  # fmt: skip
    state.bookings = [Booking(13, -4, "sunk"), Booking(14, 3, "sunk"), Booking(13, -2, "laden", "allied")]
    state.chits = {"allied": Chit("f", "gearbox"), "axis": Chit("n", "no_restrictions")}
    state.command = {"home_fleet": Points(6, 10), "severny_flot": Points(6), "gruppe_nord": Points(5, 5)}
    state.sky = Sky("reduced", local={"norway": ("fog", 15)})
    state.phase = Phase("axis", {"barents": ["0412", "0413"], "trondheim": ["0509", "0510"]})
    return board


def _told(board: Board) -> None:
    """6.2.1 Reports of both sides."""
    board.identify(board.force("pq17"), 1)
    board.force("pq17").told = 7
    board.report(board.force("pq17"), 1, "search")
    board.identify(board.force("pq17"), 3)
    board.report(board.force("pq17"), 3, "search")
    board.identify(board.force("tf1"), 2)
    board.report(board.force("tf1"), 2, "search")
    board.identify(board.force("pack_3"), 1)
    board.force("pack_3").told = 2
    board.report(board.force("pack_3"), 1, "submarine_combat")
    board.identify(board.force("home_fleet"), 2)
    board.report(board.force("home_fleet"), 2, "search")


def _aircraft() -> list[AirUnit]:
    rows = (
        ("ju_88", 4, "banak"), ("ju_88", 4, "banak"), ("ju_88", 4, "bardufoss"), ("he_111", 6, "bardufoss"),
        ("he_115", 2, "kirkenes"), ("ju_87", 4, "kirkenes_field"), ("fw_200", 1, "vaernes"), ("bv_138", 1, "trondheim"),
        ("catalina", 1, "akureyri"), ("hudson", 2, "kaldadarnes"), ("beaufort", 2, "wick"), ("spitfire_pr", 1, "wick"),
        ("hampden", 2, "sumburgh"), ("pe_2", 2, "vaenga"), ("db_3f", 2, "vaenga"), ("albacore", 2, "victorious"),
        ("fulmar", 2, "victorious"),
    )  # fmt: skip
    found = [
        AirUnit(kind, held, id=f"{kind}_{base}_{index}", base=base) for index, (kind, held, base) in enumerate(rows)
    ]
    found.append(AirUnit("bf_109", 2, id="bf_109_banak_9", base="banak", interceptor=True, damaged=1))
    found[0].mission, found[0].at = "attack", "0411"
    found[15].mission, found[15].at = "search", "0709"
    return found
