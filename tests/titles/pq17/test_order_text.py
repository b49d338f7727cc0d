"""Orders as a player writes them by e-mail: places by what is near, ports, numbers of ships."""

from typing import Any

import pytest

from games.kernel.forms import Choose
from games.kernel.text import id_label
from games.order_text import ParsedOrders, parse_lines
from games.titles.pq17.orders.air_battle import AirStrikeForm
from games.titles.pq17.orders.air_battle import Laid as AirLaid
from games.titles.pq17.orders.battle import BattleForm, Laid
from games.titles.pq17.orders.missions import Flight, Missions
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.orders.sightings import Sighting, with_sightings
from games.titles.pq17.orders.waters import BARRED
from games.titles.pq17.presentation.labels import Labels, Words
from games.titles.pq17.presentation.lines import Dates, plan_line
from games.titles.pq17.rules.air.missions import missions_part
from games.titles.pq17.rules.movement.charts import waters_of
from games.titles.pq17.rules.movement.orders import moves_part
from games.titles.pq17.rules.operation.plans import plans_form
from games.titles.pq17.rules.search.strikes import strikes_form
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.air import Located
from games.titles.pq17.state.events.movement import ShipsHurt
from games.titles.pq17.state.events.search import ShadowEnded
from games.titles.pq17.state.events.special import RandomEvent
from games.titles.pq17.state.state import Convoy, Points, Shadow
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import PQ17
from tests.titles.pq17.strikes import NEAR, OPEN, air, bombers, facing
from worker.mail.outbound.order_form import render_order_form

rule = pytest.mark.rule


@pytest.fixture(scope="module")
def form() -> PhaseForm:
    """A pack and a task force of the Axis at sea, Scheer in Narvik; nobody of the enemy was identified."""
    board = arctic(
        force("pack_1", "axis", "wolfpack", "0715", "ss_german 3"),
        force("tf", "axis", "task_force", "0714", "tirpitz", "dd_36a 3"),
        force("scheer", "axis", "task_force", BOX.ports["narvik"].hex, "admiral_scheer", port="narvik"),
    )
    board.state.command = {"gruppe_nord": Points(10)}
    return PhaseForm(forces=("pack_1", "tf", "scheer"), moves=moves_part(board, "axis"))


def mailed(form: PhaseForm, *lines: str) -> ParsedOrders:
    return parse_lines(lines, form, form.labels_in_context(PQ17.presentation.labels))


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("move Wolfpack 1 to North Cape", "move pack_1 way=0716"),
        ("移動 pack_1 way=ノールカップ", "move pack_1 way=0716"),
        ("move pack 1 to 0716 (North Cape) pace slow", "move pack_1 way=0716 pace=slow"),
        ("move Wolfpack 1 via North Cape", "move pack_1 way=0716"),
        ("move tf to Narvik", "move tf way=0813 enters=narvik"),
        ("split tf Type 36A destroyers 2", "split tf ships=dd_36a,dd_36a"),
    ],
)
def test_a_line_as_it_comes_to_mind_is_read(form: PhaseForm, line: str, order: str) -> None:
    found = mailed(form, line)
    assert not found.refused
    assert found.text == order


@rule("pq17", "11.4")
def test_what_it_costs_is_said_as_the_rulebook_counts_and_not_in_halves(form: PhaseForm) -> None:
    """4.3.2 A capital ship costs two points; the form names them beside who would pay, and the purse likewise."""
    written = render_order_form(form, form.labels_in_context(PQ17.presentation.labels), "en")
    assert "halves" not in written
    (purse,) = form.purses()
    assert (purse.limit, purse.format_amount(purse.limit), purse.format_amount(3), purse.format_amount(1)) == (
        10,
        "5",
        "1½",
        "½",
    )


def test_who_may_not_sail_hears_why(form: PhaseForm) -> None:
    (one,) = mailed(form, "move Scheer to 0814").refused
    assert "until one of the Allied task forces or convoys has been identified" in one.problems[0].message.en
    assert "識別されるまで" in one.problems[0].message.ja


def test_a_block_of_the_enemy_is_named_by_its_number() -> None:
    labels = with_sightings(PQ17.presentation.labels, {"contact_25": Sighting("allied", "0515", "convoy", 1)})
    blocks = Choose(options=("contact_2", "contact_25"))
    for line in ("block 25", "Allied block 25", "積み木25"):
        assert parse_lines([line], blocks, labels).text == "contact_25"


@pytest.mark.parametrize(
    ("port", "said"), [("murmansk", "arrived"), ("reykjavik", "bound for Murmansk, not planned yet")]
)
def test_a_convoy_that_has_arrived_is_bound_nowhere(port: str, said: str) -> None:
    convoy = force("pq17", "allied", "convoy", BOX.ports[port].hex, "mv 3", port=port,
                   convoy=Convoy(destinations=("murmansk",)))  # fmt: skip
    say = Words(Labels(BOX), "en")
    assert plan_line(convoy, say, Dates(BOX, "pq17", say)) == said


@rule("pq17", "10.2.6")
def test_ships_that_ice_takes_out_are_told_to_be_out_and_not_lost() -> None:
    said = PQ17.presentation.describe_event(ShipsHurt("allied", "pq17", ("anson",), "ice"), "en")
    assert "Anson. Out of the operation, without VP." in said
    assert "作戦から離脱（VPなし）" in PQ17.presentation.describe_event(
        ShipsHurt("allied", "pq17", ("anson",), "ice"), "ja"
    )


@rule("pq17", "7.2.4")
def test_a_ship_inside_a_stack_is_found_under_its_name() -> None:
    row = (AirLaid("mo", (("mo", 2), ("alynbank", 1))), AirLaid("mv", (("mv", 4),)))
    strike = AirStrikeForm(at="0513", row=row, units=(("ju_88_1", 2),))
    units = (Laid("scheer", "axis", (("admiral_scheer", 4),)), Laid("mo", "allied", (("mo", 2), ("alynbank", 1))))
    battle = BattleForm(side="axis", units=units)
    for form, line in ((strike, "assign ju_88_1 at Alynbank"), (battle, "aim scheer at=Alynbank,mo")):
        (one,) = parse_lines([line], form, form.labels_in_context(PQ17.presentation.labels)).refused
        problem = one.problems[0]
        assert problem.message.en == "Alynbank: lies in one stack with 'Tankers': write that."
        assert problem.rule == "7.2.4"


@rule("pq17", "7.2.4b")
def test_a_third_unit_is_told_where_there_is_room() -> None:
    units = tuple((f"ju_88_{number}", 2) for number in (1, 2, 3))
    form = AirStrikeForm(at="0513", row=(AirLaid("mv", (("mv", 4),)),), units=units)
    found = parse_lines(
        ["assign ju_88_1,ju_88_2,ju_88_3 at mv"], form, form.labels_in_context(PQ17.presentation.labels)
    )
    assert found.text == "assign ju_88_1 at=mv\nassign ju_88_2 at=mv"
    assert found.refused[0].problems[0].message.en.endswith("write another wave, or another stack.")


@rule("pq17", "9.2.5", "5.3")
def test_what_cannot_fly_now_is_refused_with_the_rule() -> None:
    board = bombers(force("pq", "allied", "convoy", NEAR, "mv 5"), air("ju_88", "ju", "banak"), level=1)
    board.state.air[0].mission = ""
    out = air("he_115", "he", "tromso", 1)
    out.mission = "shadow"
    board.state.air.append(out)
    told = {}
    for weather in ("fair", "gale"):
        board.state.sky.kind = weather
        form = PhaseForm(missions=missions_part(board, "axis"))
        for unit in ("ju", "he"):
            refused = parse_lines(
                [f"fly {unit} attack {NEAR}"], form, form.labels_in_context(PQ17.presentation.labels)
            ).refused
            told[weather, unit] = [(one.problems[0].message.en, one.problems[0].rule) for one in refused]
        (one,) = parse_lines([f"patrol he {NEAR}"], form, id_label).refused
        assert one.problems[0].rule == "5.3"
    assert told["fair", "ju"] == []
    assert told["fair", "he"] == told["gale", "he"] == [("he: It is out already.", "5.3")]
    assert told["gale", "ju"] == [("ju: Nothing flies in this weather.", "9.2.5")]


@rule("pq17", "6.3.2")
def test_a_pack_that_shadows_is_refused_an_attack_with_the_rule() -> None:
    board = facing(force("pq", "allied", "convoy", OPEN, "mv 5"), force("u_1", "axis", "wolfpack", OPEN, "ss_german 3"))
    board.phase.found.append("pq")
    said = []
    for shadows in ([], [Shadow("pq", "wolfpack", "u_1")]):
        board.state.shadows = shadows
        form = strikes_form(board, "axis")
        target = form.targets[0].block
        refused = parse_lines(
            [f"attack u_1 at={target}"], form, form.labels_in_context(PQ17.presentation.labels)
        ).refused
        said.append([(one.problems[0].message.en, one.problems[0].rule) for one in refused])
    assert said == [[], [("u_1: It shadows, and who shadows does not attack.", "6.3.2")]]


@rule("pq17", "4.2b")
def test_who_sails_after_play_has_begun_hears_so_when_plans_are_made() -> None:
    board = arctic(force("scheer", "axis", "task_force", BOX.ports["narvik"].hex, "admiral_scheer", port="narvik"))
    board.state.command = {"gruppe_nord": Points(4)}
    form = plans_form(board, "axis")
    (one,) = parse_lines(["sail scheer to Narvik"], form, form.labels_in_context(PQ17.presentation.labels)).refused
    assert (one.problems[0].message.en[:41], one.problems[0].rule) == (
        "Scheer: It sails after play has begun, no",
        "4.2b",
    )
    assert "Not available now:\n#   sail Scheer: It sails after" in render_order_form(
        form, form.labels_in_context(PQ17.presentation.labels), "en"
    )


@rule("pq17", "13.0")
def test_a_random_event_says_what_it_does() -> None:
    said = PQ17.presentation.describe_event(RandomEvent("axis", (8, 8), "elusive_target"), "en")
    assert said.startswith(
        "Random event of the German phase (dice 8, 8): Elusive target (in an air attack of this phase"
    )
    assert PQ17.presentation.describe_event(RandomEvent("axis", (4, 5), "none"), "en").endswith(": No event.")
    assert "（同じ場所の両軍部隊が遭遇）。" in PQ17.presentation.describe_event(
        RandomEvent("allied", (8, 7), "chance_encounter"), "ja"
    )


def test_aircraft_of_a_kind_are_counted() -> None:
    event = Located("axis", "air", "0513", 28, found=True, who=("ju_88", "ju_88", "he_111"))
    assert "by 2 Ju 88 A-4 and He 111 H-6: found" in PQ17.presentation.describe_event(event, "en")
    assert "（Ju88 A-4 2、He111 H-6）" in PQ17.presentation.describe_event(event, "ja")


def test_why_something_shadows_no_longer_is_part_of_the_sentence() -> None:
    event = ShadowEnded("axis", "sector", "0513", 28, "scattered")
    assert PQ17.presentation.describe_event(event, "en").endswith("in 0513 (SW of Bear I.) as the convoy scatters.")
    assert PQ17.presentation.describe_event(event, "ja").endswith("の追尾を終了（船団の分散のため）。")


@rule("pq17", "7.5.2c")
def test_a_crippled_unit_that_is_to_withdraw_hears_that_it_stays() -> None:
    units = (
        Laid("mv", "allied", (("mv", 4),)),
        Laid("mv.2", "allied", (("mv", 1),), able=False),
        Laid("lutzow", "axis", (("lutzow", 4),)),
    )
    form = BattleForm(side="allied", units=units)
    (one,) = parse_lines(
        ["post Merchant vessels 2 withdrawal"], form, form.labels_in_context(PQ17.presentation.labels)
    ).refused
    said = [(problem.pointer, problem.message.en, problem.rule) for problem in one.problems]
    assert said == [("/0/area", "Withdrawal: a ship here is Crippled or Dead in the Water and stays.", "7.5.2c")]


def test_who_is_sent_where_he_is_hears_so(form: PhaseForm) -> None:
    (one,) = mailed(form, "move Wolfpack 1 to 0715").refused
    assert one.problems[0].message.en == "It is at '0715 (W of North Cape)' already."


BOATS = "0616 0617 0715 0716 0717 0718 0817 0818"
"""5.2.1 Where Soviet submarines may be from June on."""


def of_submarines(scenario: str = "pq17") -> PhaseForm:
    """Soviet and British packs and a convoy at sea."""
    board = arctic(
        force("red", "allied", "wolfpack", "0716", "ss_soviet 4"),
        force("white", "allied", "wolfpack", "0612", "ss_british 2"),
        force("pq", "allied", "convoy", "0613", "mv 3"),
    )
    board.state.scenario = scenario
    board.state.command = {"home_fleet": Points(16), "severny_flot": Points(6)}
    return PhaseForm(forces=("red", "white", "pq"), moves=moves_part(board, "allied"))


@pytest.mark.parametrize(
    ("scenario", "line", "says", "number"),
    [
        ("pq17", "move red to 0615", "'0615 (N of North Cape)' lies outside the patrol area of Soviet sub", "5.2.1"),
        ("pq17", "move red way=0310", f"which they do not leave: {BOATS}.", "5.2.1"),
        ("pq17", "move red enters=reykjavik", f"which they do not leave: {BOATS}.", "5.2.1"),
        ("pq16", "move red to 0715", "from June on; until then they may be in 0616 0617 0716", "15.8.2"),
        ("pq17", "move white to 0814", "'0814' holds a port of the enemy's.", "5.1.4"),
        ("pq17", "move white to 9999", "'9999' is no place here.", ""),
    ],
)  # fmt: skip
@rule("pq17", "5.2.1", "15.8.2", "5.1.4")
def test_a_way_into_waters_that_are_shut_is_refused_with_the_rule_that_shuts_them(
    scenario: str, line: str, says: str, number: str
) -> None:
    (one,) = mailed(of_submarines(scenario), line).refused
    assert says in one.problems[0].message.en
    assert one.problems[0].rule == number
    assert one.problems[0].message.ja.endswith("。")


@rule("pq17", "5.2.1")
def test_a_letter_names_the_waters_of_submarines() -> None:
    form = of_submarines()
    written = " ".join(
        render_order_form(form, form.labels_in_context(PQ17.presentation.labels), "en").replace("#", "").split()
    )
    assert f"Soviet submarines keep to {BOATS}. (5.2.1)" in written
    assert "keep out of hexes with Allied convoys and Soviet wolfpacks: now 0613 0716. (5.2.1)" in written


@rule("pq17", "5.1.7", "10.2.5")
def test_every_rule_that_shuts_the_sea_has_words() -> None:
    sorts: Any = (("allied", "soviet"), ("allied", "sea"), ("axis", "boats"))
    boards = [(in_scenario(scenario), *sort) for scenario in BOX.operations for sort in sorts]
    shut = {rule for board, side, sort in boards for rule in waters_of(board, side, sort).barred}
    assert shut == {"5.1.4", "5.2.1", "10.2.5", "15.8.2"}
    assert shut < BARRED.keys()


def in_scenario(scenario: str) -> Board:
    board = arctic()
    board.state.scenario = scenario
    return board


@rule("pq17", "5.3")
@pytest.mark.parametrize("line", ["fly cat search | 0611", "fly cat: search | 0611", "fly cat ｜ search ｜ 0611"])
def test_a_row_of_a_letters_table_is_read_with_its_bars(line: str) -> None:
    flights = (Flight("cat", search=("0611", "0613"), attack=("0611",)), Flight("hud", escort=("0611",)))
    form = PhaseForm(missions=Missions(flights=flights))
    assert "UNIT: MISSION | TO\n#       cat: search | 0611 0613\n" in render_order_form(form, id_label, "en")
    assert mailed(form, line).text == "fly cat mission=search to=0611"
