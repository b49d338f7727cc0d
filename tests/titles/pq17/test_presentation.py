"""Words: names, headlines, explanations, what stands for looking up, and a line for every event."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from games.kernel.errors import Illegal
from games.kernel.events import Event
from games.kernel.text import argument_label, id_label, shortened_names
from games.order_text.names import refusal_with_names
from games.titles import pq17
from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import SIDES
from games.titles.pq17.orders import doctrine
from games.titles.pq17.presentation.agreements import OPTION_NAMES, OPTION_NOTES
from games.titles.pq17.presentation.labels import Labels, Words
from games.titles.pq17.presentation.lines import Dates
from games.titles.pq17.presentation.narration import TELLERS, EventFormatter
from games.titles.pq17.presentation.narration.victory import points_reason
from games.titles.pq17.presentation.reference import RULES, reference
from games.titles.pq17.rules.operation.plans import _question, plans_form
from games.titles.pq17.rules.operation.setup import new_game, set_up_allied, set_up_axis
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events import AnyEvent
from games.titles.pq17.state.events.air import Flown
from games.titles.pq17.state.events.forces import BlocksChanged
from games.titles.pq17.state.events.movement import BlockMoved, GaleRead
from games.titles.pq17.state.events.operation import BlocksSet, SegmentOver, TurnEnded
from games.titles.pq17.state.events.search import Reported
from games.titles.pq17.state.events.special import Settled
from games.titles.pq17.state.events.surface import GunsFired, ShipHit, StragglerSunk, TorpedoesRan
from games.titles.pq17.state.events.victory import SheetOpened
from games.titles.pq17.state.state import Report
from games.titles.pq17.visibility.view import view
from tests.titles.loading import load
from tests.titles.pictures import LANGUAGES, RAW, assert_a_sentence
from tests.titles.pq17.boards import WORDS, crowded, setup_like
from tests.titles.pq17.box import BOX

LABELS = Labels(BOX)


def test_every_event_has_a_line() -> None:
    assert set(TELLERS) == set(get_args(AnyEvent))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", get_args(AnyEvent), ids=lambda kind: kind.__name__)
def test_a_line_is_one_sentence_for_whoever_knows_much_or_little(kind: type[Event], language: str) -> None:
    for event in _made(kind):
        line = WORDS.describe_event(event, language)
        if line:
            assert_a_sentence(line, language)


VALUES: dict[str, Any] = {
    "side": "allied", "to": "axis", "at": "0813", "into": "0814", "origin": "0812", "port": "narvik", "base": "banak",
    "place": "narvik", "force": "pq17", "left": "home_fleet", "part": "pq17_2", "escorts": "cruisers", "who": "pack_1",
    "way": ("0812", "0813"), "places": ("narvik", "0813"), "blocks": (2, 1), "hexes": ("0813",), "gone": ("dummy_1",),
    "ships": ("mv", "mv", "alynbank"), "units": ("ju_88",), "sunk": ("mv", "mv"), "hit": ("alynbank",),
    "hurt": ("london",), "shot_down": ("ju_88",), "lost": ("bf_109",), "unit": "ju_88", "ship": "tirpitz",
    "aircraft": "ju_88", "why": "sunk", "verdict": "allied", "card": "card_12", "dice": (3, 4), "scenario": "pq17",
    "target": "tirpitz", "kind": "convoy", "weather": "storm", "ice": "thin_pack", "coast": "norway", "rule": "5.1.8",
    "letter": "f", "situation": "gearbox", "command": "home_fleet", "groups": (1,), "tracks": {}, "winner": "axis",
    "speed": "high",
}  # fmt: skip
"""What a field of that name holds in these tests."""
TRIED = 3


def _made(kind: type[Event]) -> Iterator[Event]:
    """The event with everything told, and with what has a default left out."""
    fields = msgspec.structs.fields(kind)
    needed = {field.encode_name for field in fields if field.required}
    for names in (needed, {field.encode_name for field in fields}):
        yield msgspec.convert(
            {
                "type": kind.__struct_config__.tag,
                **{field.name: _value(field) for field in fields if field.name in names},
            },
            kind,
        )


def _value(field: Any) -> Any:
    """A value that fits a field: by its name where it fits, else by its type."""
    for value in (VALUES.get(field.name), *_typical(field.type)):
        if value is None:
            continue
        try:
            msgspec.convert(value, field.type)
        except msgspec.ValidationError:
            continue
        return value
    raise AssertionError(f"no value for {field}")


def _typical(kind: Any) -> Iterator[Any]:
    for part in get_args(kind):
        yield part
        yield from get_args(part)
    yield from (
        "tirpitz",
        2,
        True,
        (),
        ("tirpitz",),
        (2,),
        {},
        {"to": "axis", "turn": 9, "source": "search", "at": "0813"},
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_a_name(language: str) -> None:
    for thing in (*BOX.ships, *BOX.aircraft, *BOX.ports, *BOX.airfields, *(c.id for o in BOX.operations.values()
                  for c in (*o.convoys, *o.forces, *o.arrivals))):  # fmt: skip
        assert not RAW.search(LABELS.name(thing, language)), thing
    assert LABELS.name("contact_12", "en") == "Enemy block 12"
    assert LABELS.name("home_fleet_2", "en") == "Home Fleet 2"
    assert LABELS.name("ju_88_banak_1", "en") == "Ju 88 A-4, Banak 1"
    assert LABELS.name("pack_1_2", "en") == "Wolfpack 1-2"
    assert LABELS.name("4.am", "en") == LABELS.name("4_am", "en") == "day 4 AM"
    assert LABELS.name("12.pm", "ja") == "12日目午後"
    assert LABELS.name("0813", "ja") == "0813"


def test_a_long_id_of_blanks_is_named_quickly() -> None:
    assert LABELS.name("_" * 200, "en")
    assert LABELS.name("tf_" * 60, "en")


def test_headlines_say_where_the_operation_stands() -> None:
    assert WORDS.headline(view(crowded(), "axis"), "en") == "PQ-17 and QP-13, day 7 PM (7 Jul)"
    assert WORDS.headline(view(setup_like(), "axis"), "ja") == "PQ-17とQP-13・5日目午前（7月5日）"


def test_every_option_has_its_name_its_note_and_its_rule() -> None:
    assert set(OPTION_NAMES) == set(OPTION_NOTES) == set(RULES) == set(Options.__struct_fields__)


def test_the_reference_holds_the_box_in_both_languages() -> None:
    chapters = {chapter.key: chapter for chapter in reference(BOX)}
    assert {entry.id for entry in chapters["ships"].entries} == set(BOX.ships)
    for chapter in chapters.values():
        for entry in chapter.entries:
            assert entry.name.en
            assert entry.name.ja
            assert not RAW.search(" ".join([entry.name.en, *(fact.value.en for fact in entry.facts)]))


@pytest.mark.parametrize(
    ("scenario", "turn", "en", "ja"),
    [("pq17", 1, "day 1 AM (1 Jul)", "1日目午前（7月1日）"),
     ("pq17", 62, "day 31 PM (31 Jul)", "31日目午後（7月31日）"),
     ("pq17", 63, "day 32 AM (1 Aug)", "32日目午前（8月1日）"),
     ("jw51b", 1, "day 1 AM (16 Dec)", "1日目午前（12月16日）"),
     ("jw51b", 33, "day 17 AM (1 Jan)", "17日目午前（1月1日）"), ("no_such", 3, "day 2 AM", "2日目午前")],
)  # fmt: skip
def test_turns_are_dated_by_the_half_month_of_the_operation(scenario: str, turn: int, en: str, ja: str) -> None:
    assert Dates(BOX, scenario, Words(LABELS, "en")).dated(turn) == en
    assert Dates(BOX, scenario, Words(LABELS, "ja")).dated(turn) == ja


def test_who_chooses_an_operation_reads_when_it_is_and_who_sails() -> None:
    summary = load("pq17").scenarios["qp14"].summary
    assert summary.en == "September 1942. QP 14: 15 merchants in ballast, Arkhangelsk to Loch Ewe."
    assert summary.ja == "1942年9月。QP 14：商船15隻（空荷）、アルハンゲリスクからロッホ・ユーへ。"
    assert "Reykjavik to Murmansk or Arkhangelsk" in load("pq17").scenarios["pq16"].summary.en


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("qp8m", "QP 8 M"), ("pq19_2", "PQ 19-2"), ("hold", "Keep in port"), ("alone", "Sail without escort"),
        ("boats_axis_1", "Axis submarines 1"), ("tf_allied_2", "Allies force 2"), ("boats_2", "Submarines 2"),
        ("pq17_boats", "Submarines of PQ 17"), ("home_fleet_dummy", "Dummy of Home Fleet"),
        ("tf1_2_inop", "Task Force 1-2, broken down"), ("tf_narvik_inop_2", "Narvik force, broken down 2"),
        ("qp8m_dispersed", "QP 8 M, dispersed"), ("qp8m_boats", "Submarines of QP 8 M"),
        ("qp8m_dispersed_2", "QP 8 M, dispersed 2"), ("pq17_dispersed", "PQ 17, dispersed"),
        ("attack.boats", "each boat against"), ("boats", "Boats attack first"), ("strikes", "After the search, attack"),
    ],
)  # fmt: skip
def test_forces_that_came_from_others_and_instructions_are_named_in_words(name: str, said: str) -> None:
    assert load("pq17").presentation.labels(name).en == said


# --- the set-up


def asked_to_set_up(side: str) -> Any:
    """The question of the set-up of PQ-17."""
    step = {"axis": set_up_axis, "allied": set_up_allied}[side](Board(new_game(BOX, "pq17", Options()), BOX))
    request = step.send(None)
    step.close()
    return request.asks[0]


@pytest.mark.parametrize(("language", "beside"), [("en", "Trondheim"), ("ja", "トロンヘイム")])
def test_at_the_set_up_a_side_reads_what_it_has_and_where(language: str, beside: str) -> None:
    told = WORDS.explain_question(asked_to_set_up("axis"), language)
    for word in (LABELS.name("tirpitz", language), LABELS.name("lutzow", language), beside, "0613"):
        assert word in told
    assert LABELS.name("duke_of_york", language) not in told
    assert not RAW.search(told)
    assert LABELS.name("duke_of_york", language) in WORDS.explain_question(asked_to_set_up("allied"), language)


@pytest.mark.parametrize(
    ("place", "en", "ja"),
    [
        ("narvik", "Narvik", "ナルビク"),
        ("0813", "0813 (Narvik)", "0813（ナルビク）"),
        ("0409", "0409 (Jan Mayen)", "0409（ヤンマイエン）"),
        ("0309", "0309 (NW of Jan Mayen)", "0309（ヤンマイエン北西方）"),
        ("0515", "0515 (SE of Bear I.)", "0515（ベア島南東方）"),
        ("0709", "0709 (Norwegian Sea)", "0709（ノルウェー海）"),
        ("0305", "0305 (Denmark Strait)", "0305（デンマーク海峡）"),
        ("0405", "0405 (N of Iceland)", "0405（アイスランド北方）"),
        ("0120", "0120 (Barents Sea)", "0120（バレンツ海）"),
        ("0204", "0204 (off Greenland)", "0204（グリーンランド沖）"),
        ("1601", "1601 (Atlantic)", "1601（大西洋）"),
    ],
)
def test_a_hex_is_told_with_the_name_of_what_is_near(place: str, en: str, ja: str) -> None:
    assert (Words(LABELS, "en").where(place), Words(LABELS, "ja").where(place)) == (en, ja)


def test_where_blocks_are_set_up_is_told_with_names() -> None:
    line = WORDS.describe_event(BlocksSet("axis", ("0813", "trondheim"), (1, 2)), "en")
    assert "0813 (Narvik) 1" in line
    assert "Trondheim 2" in line


def test_where_one_chooses_a_hex_it_bears_a_name_and_in_a_row_of_many_the_last() -> None:
    assert LABELS.label("0305").en == "0305 (Denmark Strait)"
    assert shortened_names(("0304", "0404", "0405"), "ja", LABELS.label) == ["0304", "0404", "0405（アイスランド北方）"]
    moved = BlockMoved("axis", 3, 3, "0504", ("0404", "0405"))
    assert WORDS.describe_event(moved, "en").endswith("from 0504 (Reykjavik) by 0404 to 0405 (N of Iceland).")


def test_what_a_side_has_is_parted_by_the_marks_of_the_language() -> None:
    told = WORDS.explain_question(asked_to_set_up("axis"), "ja").partition("自軍部隊")[2]
    assert told.startswith("：\n- 第1任務部隊・トロンヘイム：ティルピッツ、")
    assert "\n- 第2任務部隊" in told
    assert not set(told) & set(",;:")


def test_a_way_that_leads_nowhere_is_refused_with_the_names_of_the_convoy_and_its_port() -> None:
    form = plans_form(setup_like(), "allied")
    lost = {"order": "schedule", "convoy": "pq17", "to": "arkhangelsk", "sails": "1.am", "way": ["0404", "9999"]}
    with pytest.raises(Illegal) as refused:
        form.accept([lost])
    far, told, _ = refusal_with_names(refused.value, form, LABELS.label).problems
    assert (far.pointer, far.rule, far.message.en) == ("/0/way", "", "'9999' is no place here.")
    assert told.message.en == "The way of 'PQ 17' must lead to 'Arkhangelsk'."
    assert told.message.ja == "「PQ 17」の航路は「アルハンゲリスク」まで書いてください。"


def test_how_strong_aircraft_are_is_told_apart_from_their_type() -> None:
    flown = Flown("axis", "ju_88", 3, "", "0413", "attack")
    assert WORDS.describe_event(flown, "en") == "German Ju 88 A-4 (3) over 0413 (W of Bear I.): attack."


@pytest.mark.parametrize(("force", "en", "ja"), [
    ("", "Report on Allied block 5 in 0413 (W of Bear I.), ID 1:", "0413（ベア島西方）の連合軍の積み木5の報告・ID1："),
    ("pq17", "Report on PQ 17 in 0413 (W of Bear I.), ID 1:", "0413（ベア島西方）のPQ 17の報告・ID1："),
])  # fmt: skip
def test_a_report_tells_where_before_what(force: str, en: str, ja: str) -> None:
    """In Japanese a pair of brackets stood within another."""
    report = Report(to="axis", turn=9, source="search", at="0413", block=5, level=1, kind="convoy", about=2)
    for language, said in (("en", en), ("ja", ja)):
        assert WORDS.describe_event(Reported(report, force), language).startswith(said)


@pytest.mark.parametrize("verb", ["strike", "attack", "shadow", "aim", "launch", "assign"])
def test_what_is_attacked_is_a_target_and_no_position(verb: str) -> None:
    assert argument_label(LABELS.label, verb, "at").ja == "目標"
    assert argument_label(LABELS.label, verb, "at").en == "at"
    assert argument_label(LABELS.label, "repair", "at").ja == "復帰先"


@pytest.mark.parametrize(("now", "gone", "en", "ja"), [
    (1, ("pq17",), "1, before 2 (PQ 17 no longer has a block of its own).", "2→1（PQ 17は独立の部隊ではなくなった）。"),
    (1, ("tf1", "tf2"), "1, before 3 (Task Force 1 and Task Force 2 no longer have blocks of their own).",
     "3→1（第1任務部隊、第2任務部隊は独立の部隊ではなくなった）。"),
    (0, ("tf1",), "0, before 1 (Task Force 1 is gone).", "1→0（第1任務部隊は失われた）。"),
])  # fmt: skip
def test_a_force_of_which_nothing_is_left_has_joined_nobody(now: int, gone: tuple[str, ...], en: str, ja: str) -> None:
    changed = BlocksChanged("allied", "0413", now + len(gone), now, gone=gone)
    assert WORDS.describe_event(changed, "en").endswith(en)
    assert WORDS.describe_event(changed, "ja").endswith(ja)


def test_a_sheet_that_is_opened_tells_its_points_in_one_script() -> None:
    assert (
        WORDS.describe_event(SheetOpened("allied", 24, "arrived"), "ja")
        == "連合軍の計画シートを公開：商船の到着、連合軍に12VP。"
    )


@pytest.mark.parametrize(("ship", "lost", "sunk", "en", "ja"), [
    ("es_british", 1, True, "Escorts 1 sunk", "護衛艦 1沈没"),
    ("es_british", 2, False, "Escorts lose 2", "護衛艦に損害2"),
    ("norfolk", 3, True, "Norfolk sunk", "ノーフォーク沈没"),
    ("es_british", 0, True, "Escorts sunk", "護衛艦沈没"),
])  # fmt: skip
def test_of_a_class_that_torpedoes_hit_how_many_sank_is_told(
    ship: str, lost: int, sunk: bool, en: str, ja: str
) -> None:
    """“Escorts sunk” was said where three of four went on."""
    ran = TorpedoesRan("axis", "dd_36a", "es_british", (9,), (ship,), (lost,), (sunk,))
    assert WORDS.describe_event(ran, "en") == f"Torpedoes of Type 36A destroyers at Escorts (die 9): {en}."
    assert WORDS.describe_event(ran, "ja").endswith(f"{ja}。")


def test_guns_have_no_number_of_their_own_in_a_sentence() -> None:
    """“A to I class destroyers fires at”."""
    fired = GunsFired("allied", "dd_a_i", "dd_a_i", "lutzow", (8, 0), 1)
    assert WORDS.describe_event(fired, "en") == "Guns of A to I class destroyers at Lützow (dice 8, 0): hits 1."


def test_what_aircraft_fly_for_is_written_small_in_a_sentence() -> None:
    assert WORDS.describe_event(Flown("axis", "ju_88", 2, "", "0413", "attack"), "en").endswith(
        "over 0413 (W of Bear I.): attack."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_standing_instruction_and_all_that_it_may_say_has_a_name(language: str) -> None:
    said = doctrine.VALUES | doctrine.CAMPAIGN_VALUES
    words = {*said, *(value for values in said.values() for value in values)}
    named = {word for word in words if not word.isdecimal()}
    assert not [word for word in named if LABELS.label(word) == id_label(word)]
    if language == "ja":
        assert not [word for word in named if re.fullmatch("[ -~]+", LABELS.name(word, "ja"))]


def test_all_that_points_are_booked_for_has_a_name() -> None:
    """Found in the rules by what books it."""
    rules = Path(pq17.__file__).parent / "rules"
    booked = {
        call.args[2].value
        for file in rules.rglob("*.py")
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "book_points" and len(call.args) > 2
        if isinstance(call.args[2], ast.Constant)
    }
    assert {"bid", "unloading", "critical_fuel"} <= booked
    for key in booked:
        assert points_reason(key, Words(LABELS, "ja")) != key, key
        assert not RAW.search(points_reason(key, Words(LABELS, "en"))), key


@pytest.mark.parametrize("event", [SegmentOver("axis", "movement"), Settled("raid"), TurnEnded(3), GaleRead("allied")])
def test_what_players_read_no_line_of_has_words_for_who_reads_the_truth(event: Any) -> None:
    said = LABELS.label(f"event.{type(event).__struct_config__.tag}")
    assert not WORDS.describe_event(event, "en")
    assert "no player reads this" in said.en
    assert "プレイヤーには非表示" in said.ja


@pytest.mark.parametrize(
    ("event", "emphasis"),
    [
        (ShipHit("allied", "kent", "es_german", 1, 1, sunk=True), "sinking"),
        (ShipHit("allied", "kent", "es_german", 1, 1), ""),
        (TorpedoesRan("allied", "kent", "es_german", (1,), ("a", "b"), (1, 2), (False, True)), "sinking"),
        (TorpedoesRan("allied", "kent", "es_german", (1,), ("a",), (1,), (False,)), ""),
        (StragglerSunk("allied", "0715", "mv_german"), "sinking"),
    ],
)
def test_sunk_ships_stand_out_in_the_log(event: Event, emphasis: str) -> None:
    assert EventFormatter(LABELS).emphasis(event) == emphasis


@pytest.mark.parametrize(("language", "word"), [("en", "convoy"), ("ja", "船団")])
def test_the_axis_is_not_asked_for_plans_of_convoys(language: str, word: str) -> None:
    asked = {side: _question(side, plans_form(setup_like(), side)) for side in SIDES}
    told = {side: load("pq17").presentation.explain_question(one, language) for side, one in asked.items()}
    assert word in told["allied"].casefold()
    assert word not in told["axis"].casefold()


@pytest.mark.parametrize("language", LANGUAGES)
def test_at_the_set_up_each_force_has_a_line_of_its_own(language: str) -> None:
    asked = asked_to_set_up("allied")
    told = WORDS.explain_question(asked, language).splitlines()
    assert len([line for line in told if line.startswith("- ")]) == len(asked.form.pieces)


@pytest.mark.parametrize(
    ("event", "en"),
    [
        (BlockMoved("axis", 1, 1, "0613", ("0612", "0611")), "from 0613 (N of Narvik) by 0612 to 0611"),
        (BlockMoved("axis", 1, 1, "0613", ("0612",)), "from 0613 (N of Narvik) to 0612"),
        (BlockMoved("axis", 1, 1, "0817", (), port="murmansk"), "enters Murmansk, from 0817 (Murmansk)."),
    ],
)
def test_a_move_is_told_from_where_by_which_hexes_and_to_where(event: Event, en: str) -> None:
    assert en in WORDS.describe_event(event, "en")
