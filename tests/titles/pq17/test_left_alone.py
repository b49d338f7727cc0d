"""Points that readers noticed and left alone: each decided by the text, or written down as a reading."""

from typing import Any

import pytest

from games.kernel.events import PUBLIC
from games.order_text import ParsedOrders, parse_lines
from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.air_battle import AirDefenceForm, AirStrikeForm, Cams, Fighter
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.presentation.labels import Labels, Words
from games.titles.pq17.presentation.narration.air import TELLERS
from games.titles.pq17.rules.air.raid import Raid as FlownRaid
from games.titles.pq17.rules.air.raid import raid
from games.titles.pq17.rules.campaign import folding, patrol
from games.titles.pq17.rules.fuel.phase import fuel
from games.titles.pq17.rules.operation.start import start
from games.titles.pq17.rules.search.location import most_cards
from games.titles.pq17.rules.special.mishaps import collision, weather_damage
from games.titles.pq17.rules.surface.engagement import fight
from games.titles.pq17.state.events.air import AirFired, FlakFired, Struck
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.roster import Boxes, Roster, Unit
from games.titles.pq17.state.state import AirUnit, Convoy, Phase, Plan, Shadow, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import PQ17, campaign
from tests.titles.pq17.ch07_combat.air_attacks import bombed_by_day
from tests.titles.pq17.playing import a_card, heard, play
from tests.titles.pq17.procedures import by_default
from tests.titles.pq17.trial import left, read_counters

rule = pytest.mark.rule
FATES = Options(destroyer_fate=True)


@rule("pq17", "7.9a", "7.9d", "13.0a", "5.1.1")
@pytest.mark.parametrize(
    ("holding", "lots", "after", "lost"),
    [
        (("dd_a_i 0+crippled", "mv 9"), [0], ["dd_a_i 0+crippled", "mv 7"], ["mv", "mv"]),
        (("dd_a_i 0+dead", "mv 9"), [0], ["dd_a_i 0+dead", "mv 7"], ["mv", "mv"]),
        (("kent 0+towed", "dd_a_i 3+tows", "mv 9"), [0, 0, 3], ["kent 0+towed", "dd_a_i 2+tows", "mv 8"],
         ["dd_a_i", "mv"]),
        (("kent 0+towed", "dd_a_i 1+tows", "mv 9"), [0, 0, 0], ["kent 0+dead", "mv 8"], ["dd_a_i", "mv"]),
        (("tb_hunt 1+crippled", "mv 9"), [0, 0, 0], ["mv 8"], ["tb_hunt", "mv"]),
    ],
)  # fmt: skip
def test_pp800_a_collision_leaves_wrecks_where_they_are(
    holding: tuple[str, ...], lots: list[int], after: list[str], lost: list[str]
) -> None:
    """A wreck has no strength left that a hit could take, and is lost when she sinks, not by what befalls others."""
    convoy = force("c", "allied", "convoy", "0412")
    convoy.counters = read_counters(*holding)
    board = arctic(convoy, options=FATES, phase=Phase("allied"))
    play(collision(board, "allied"), lots=lots)
    assert left(convoy.counters) == after
    assert [one.unit for one in board.state.losses] == lost


@rule("pq17", "7.9a", "9.3.1a", "9.3.1b")
@pytest.mark.parametrize(
    ("sky", "holding", "after"),
    [
        ("gale", ("dd_36a 0+crippled", "dd_34_36 2"), ["dd_36a 0+crippled", "dd_34_36 1"]),
        ("storm", ("dd_36a 0+crippled", "tb_35_37 1"), ["dd_36a 0+crippled"]),
        ("storm", ("dd_36a 0+dead", "tb_35_37 1+crippled"), ["dd_36a 0+dead"]),
    ],
)  # fmt: skip
def test_pp800_weather_leaves_wrecks_where_they_are(sky: str, holding: tuple[str, ...], after: list[str]) -> None:
    """Card 5 says one DD/TB."""
    raid = force("x", "axis", "task_force", "0413")
    raid.counters = read_counters(*holding)
    board = arctic(raid, options=FATES, sky=Sky(sky), phase=Phase("axis"))
    play(weather_damage(board), cards=["card_05"], dice=[(0,)] if sky == "gale" else [])
    assert left(raid.counters) == after
    assert len(board.state.losses) == 1


@rule("pq17", "7.5.2a", "7.1.1a")
def test_pp802_who_joins_draws_one_card_a_round_though_the_enemy_is_shadowed() -> None:
    """Two cards are for who attacks (7.1.1) and who intercepts (7.5.1)."""
    raid = force("x", "axis", "task_force", "0412", "lutzow", fuel=Fuel(30))
    waiting = force("y", "allied", "task_force", "0412", "london", fuel=Fuel(30))
    wishes = Instructions(asks="never", stands="stay", torpedo_round="never", joins="always")
    board = arctic(
        raid, force("t", "allied", "task_force", "0412", "kent", fuel=Fuel(30)), waiting,
        instructions={"allied": wishes, "axis": wishes},
    )  # fmt: skip
    board.identify(raid, 3)
    board.state.shadows = [Shadow("x", "radius", "radius")]
    board.state.phase = Phase("allied")
    assert most_cards(board, "task_force", raid) == 2
    nothing = a_card("force", "-")
    procedure = fight(board, [board.force("t")], [raid], [waiting], surprised=False, key="fight")
    assert _cards_of(procedure, nothing) == ["fight.2.join"]


def _cards_of(procedure: Any, card: str) -> list[str]:
    """The keys of the cards that are drawn in a fight of two rounds, in which nothing hits."""
    found, answer, ends = list[str](), None, 0
    try:
        while True:
            request = procedure.send(answer)
            if hasattr(request, "pool") and request.pool[0].startswith("card_"):
                found.append(".".join(request.key.split(".")[:3]))
                answer = (request.pool.index(card),)
            elif hasattr(request, "sides"):
                over = request.key.endswith(".end") and ends
                ends += request.key.endswith(".end")
                answer = ((10 if over or not request.key.endswith(".end") else 9),) * len(request.sides)
            else:
                answer = tuple(one.form.default() for one in request.asks)
    except StopIteration:
        return found


@rule("pq17", "15.4.3b")
@pytest.mark.parametrize(("at", "port", "due"), [("0412", "", 10), ("0201", "scapa_flow", 11), ("german", "", 11)])
def test_pp803_a_green_crew_learns_at_sea_not_in_port(at: str, port: str, due: int) -> None:
    """Jamaica, due in the second fortnight of August; the German box holds ports (5.7.1)."""
    one = force("t", "allied", "task_force", BOX.ports[port].hex if port else at, "jamaica", port=port)
    one.counters[0].green = True
    roster = Roster(noted=[Unit("jamaica", 3, "clyde", green=True, due=11)])
    board = arctic(one, force("o", "allied", "task_force", "0412", "kent"), roster=roster)
    play(fuel(board))
    play(fuel(board))
    assert roster.sailed == (["jamaica"] if due == 10 else [])
    roster.units = [Unit("jamaica", 3, "clyde")]
    folding._mark(BOX, roster)
    assert [(unit.green, unit.due) for unit in roster.units] == [(True, due)]
    assert (roster.noted, roster.sailed) == ([], [])


@rule("pq17", "15.4.3b", "8.3")
def test_pp803_who_sailed_before_play_starts_was_at_sea() -> None:
    port = BOX.ports["kiel"].hex
    one = force("t", "axis", "task_force", port, "koln", port="kiel", plan=Plan(1, (), "kiel"))
    one.counters[0].green = True
    board = arctic(one, roster=Roster(), turn=5, start=5)
    play(start(board))
    assert board.roster.sailed == ["koln"]


@rule("pq17", "7.2.3", "7.2.5", "7.2.6", "1.8.1")
def test_pp804_each_reads_of_its_own_units_and_both_of_the_stack_that_was_attacked() -> None:
    board = bombed_by_day(force("c", "allied", "task_force", "0613", "avenger 1", "dd_a_i 3"))
    told = {seat: [one for one in heard(board, seat) if type(one) in (AirFired, FlakFired, Struck)]
            for seat in ("axis", "allied", PUBLIC)}  # fmt: skip
    assert [(one.firer_unit, one.target_unit) for one in told["axis"] if isinstance(one, AirFired)] == [
        ("", "ju_88_1"), ("ju_88_1", ""),
    ]  # fmt: skip
    assert [(one.firer_unit, one.target_unit) for one in told["allied"] if isinstance(one, AirFired)] == [
        ("sea_hurricane_avenger", ""), ("", "sea_hurricane_avenger"),
    ]  # fmt: skip
    fired = {seat: [one.unit for one in events if isinstance(one, FlakFired)] for seat, events in told.items()}
    assert {seat: {*units} for seat, units in fired.items()} == {"axis": {"ju_88_1"}, "allied": {""}, PUBLIC: set()}
    struck = {seat: [(one.unit, one.stack) for one in events if isinstance(one, Struck)]
              for seat, events in told.items()}  # fmt: skip
    (stack,) = {stack for _, stack in struck["axis"]}
    assert stack in (("avenger",), ("dd_a_i",))
    assert struck == {"axis": [("ju_88_1", stack)], "allied": [("", stack)], PUBLIC: []}


@rule("pq17", "7.7.3")
def test_pp804_a_straggler_that_was_missed_her_owner_alone_knows() -> None:
    board = bombed_by_day(
        force(
            "c",
            "allied",
            "convoy",
            "0613",
            "mv 3",
            convoy=Convoy(laden=True, scattered=True, destinations=("murmansk",)),
        )
    )
    struck = {seat: [(one.unit, one.stack) for one in heard(board, seat) if isinstance(one, Struck)]
              for seat in ("axis", "allied")}  # fmt: skip
    assert struck == {"axis": [("ju_88_1", ())], "allied": [("", ("mv",))]}


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["Ju 88 A-4-1 attacks Avenger and A to I class destroyers with bombs (die 9): no hits.",
                "Ju 88 A-4 attacks with bombs (die 9): no hits.",
                "Anti-aircraft fire at Ju 88 A-4-1, die 0: no effect.",
                "Bf 109 E/F (Banak 1) fires at Hudson, die 0: no effect."]),
        ("ja", ["Ju88 A-4-1のアヴェンジャー、A–I級駆逐艦への爆撃（ダイス9）: 命中なし。",
                "Ju88 A-4の爆撃（ダイス9）: 命中なし。", "Ju88 A-4-1への対空射撃、ダイス0: 効果なし。",
                "Bf109 E/F（バナック1）がハドソンを攻撃、ダイス0: 効果なし。"]),
    ],
)  # fmt: skip
def test_pp804_the_lines_name_unit_and_stack(language: str, lines: list[str]) -> None:
    say = Words(Labels(BOX), language)
    told = (
        Struck("axis", "ju_88", 1, dice=(9,), unit="ju_88_1", stack=("avenger", "dd_a_i")),
        Struck("axis", "ju_88", 1, dice=(9,)),
        FlakFired("allied", "ju_88", 1, 0, 0, "-", unit="ju_88_1"),
        AirFired("axis", "bf_109", "hudson", (0,), 0, ("-",), firer_unit="banak_1"),
    )
    assert [TELLERS[type(one)](one, say) for one in told] == lines


@rule("pq17", "14.1", "14.1b", "7.2.4")
@pytest.mark.parametrize(("asks", "lies"), [("once", ["dd_36a", "graf_zeppelin"]), ("never", [])])
def test_pp805_a_second_strike_may_go_for_any_ship_of_the_force_that_attacked(asks: Any, lies: list[str]) -> None:
    """Without an order it goes for the carrier."""
    german = force("g", "axis", "task_force", "0613", "graf_zeppelin", "dd_36a 2", fuel=Fuel(30))
    british = force("b", "allied", "task_force", "0612", "victorious", fuel=Fuel(30))
    stukas = AirUnit("ju_87c", 2, id="stukas", base="graf_zeppelin", mission="attack", at="0612")
    board = arctic(
        german, british, air=[stukas, AirUnit("albacore", 2, id="817", base="victorious")],
        options=Options(carrier_duel=True), phase=Phase("axis"),
        instructions={"allied": Instructions(asks_air=asks, torpedoes="no"), "axis": Instructions()},
    )  # fmt: skip
    for one in (german, british):
        board.identify(one, 1)
    course = by_default(raid(board, "axis", FlownRaid(british, (stukas,)), key="r"), lambda _: 0)
    forms: list[Any] = [one.form for one in course.asked if isinstance(one.form, AirStrikeForm)]
    assert [place.name for form in forms for place in form.row if place.ships] == lies
    struck = [one.stack for one in heard(board, "allied") if isinstance(one, Struck) and one.side == "allied"]
    assert struck == [("graf_zeppelin",)]


@rule("pq17", "15.8.1")
@pytest.mark.parametrize(
    ("unit", "ranks"),
    [
        (Unit("kent", 2, "scapa_flow"), {"kent": 0, "renown": 1}),
        (Unit("kent", 1, "scapa_flow"), {"renown": 1}),
        (Unit("kent", 2, "scapa_flow", crippled=True), {"renown": 1}),
        (Unit("kent", 2, "scapa_flow", inoperative=1), {"renown": 1}),
        (Unit("kent", 2, "murmansk"), {"renown": 1}),
    ],
)  # fmt: skip
def test_pp807_who_is_hurt_cannot_be_used_on_patrol_white(unit: Unit, ranks: dict[str, int]) -> None:
    there = Roster(units=[unit, Unit("renown", BOX.ships["renown"].strength, "clyde")])
    assert {one.kind: rank for rank, one in patrol.ranked_reliefs(BOX, there)} == ranks


@rule("pq17", "7.2.5c")
@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("cams from 2", "2"), ("CAM ships from 2", "2"), ("cams 2", "2"), ("CAM ships serve from 2 attackers", "2"),
        ("cams serve from 1 attacker", "1"), ("CAM ships never serve", "0"), ("CAM船 4以上に発進", "4"),
    ],
)  # fmt: skip
def test_pp809_from_how_many_cam_ships_serve_is_read(line: str, number: str) -> None:
    found = _mailed(line)
    assert found.text is not None
    assert _defence().read(_defence().parse(found.text)) == (Cams(number),)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("CAM ships serve from 5 attackers", "possible: '0', '1', '2', '3', '4', '6', '8'"),
        ("fly CAM ships serve from 2 attackers", "these words do: `cams`, `lay-out`, `rise`"),
        ("serve from 2 attackers", "these words do: `cams`, `lay-out`, `rise`"),
    ],
)  # fmt: skip
def test_pp809_what_else_is_written_of_them_is_refused_with_what_would_do(line: str, says: str) -> None:
    (refused,) = _mailed(line).refused
    assert says in refused.problems[0].message.en


def _defence() -> AirDefenceForm:
    ships = (("mv", 8), ("mc", 1))
    return AirDefenceForm(
        at="0412", attackers=(("ju_88", 4),), ships=ships, fighters=(Fighter("hurricane_1"),), cams=True
    )


def _mailed(line: str) -> ParsedOrders:
    return parse_lines([line], _defence(), _defence().labels_in_context(PQ17.presentation.labels))


@rule("pq17", "15.2.2")
def test_pp810_a_port_in_which_nothing_lies_is_not_named_in_the_state_of_the_campaign() -> None:
    board = campaign("campaign_march")
    board.roster.boxes = {"murmansk": Boxes(), "arkhangelsk": Boxes(down=[Unit("mv", 2, "arkhangelsk")])}
    told = PQ17.presentation.text_board(PQ17.secrecy.view(board.state, "allied"), "en")
    assert "Arkhangelsk: 0 to be unloaded, 2 in ballast, 0 idle." in told
    assert "Murmansk: 0" not in told
