"""What a player reads where he gives orders: how far a way leads, which block is meant and where it is, and which
places there are for whom.
"""

from typing import Any

import pytest

from games.kernel.forms import Choose
from games.kernel.hotspots import BoardHotspots, Hotspot, Region
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.order_text.names import replace_names
from games.titles.pq17.orders.administration import AdministrationForm
from games.titles.pq17.orders.attacks import StrikesForm, Target
from games.titles.pq17.orders.battle import BattleForm, Laid
from games.titles.pq17.orders.convoys import ConvoysForm, Offered
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.orders.preparations import PreparationsForm
from games.titles.pq17.presentation.labels import Labels
from games.titles.pq17.presentation.prompts import PromptFormatter
from games.titles.pq17.rules.air.missions import missions_part
from games.titles.pq17.rules.campaign.fortnight import fortnight, prepared
from games.titles.pq17.rules.movement.orders import moves_part
from games.titles.pq17.rules.operation.plans import plans_form
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.search.strikes import strikes_form
from games.titles.pq17.rules.special.events import _signals
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import AirUnit, Phase, Points
from pbem.web.pages.order_form.board_panel import BoardContext, build_board_panel
from pbem.web.pages.order_form.form_entries import FormEntries, from_answer
from pbem.web.pages.order_form.form_fields import build_form_controls
from pbem.web.pages.order_form.tap_editor import EditorState, list_suggested_edits
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.openings import opened
from tests.titles.pq17.playing import phase, play
from tests.titles.procedures import Run

LABELS = Labels(BOX)


def at_sea() -> PhaseForm:
    """The Allied orders of a turn: cruisers that may put to sea, a wolfpack, and a force that lies in Scapa Flow."""
    points = {"home_fleet": Points(left=16), "severny_flot": Points(left=6)}
    board = arctic(
        force("cover", "allied", "task_force", "0504", "london", "norfolk", port="reykjavik"),
        force("pack", "allied", "wolfpack", "0611", "ss_british 2"),
        command=points, start=8, sighted=True,
    )  # fmt: skip
    return PhaseForm(moves=moves_part(board, "allied"), forces=("cover", "pack"))


# ---------------------------------------------------------------- a way


def test_of_a_way_is_told_once_how_far_it_leads_and_nothing_of_the_limit_that_no_rule_sets() -> None:
    draft = [{"order": "move", "force": "cover", "way": ["0404", "0405", "0406"]}]
    told = [one.text for one in at_sea().preview(draft).lines if one.pointer == "/0/way"]
    assert [one.en.split(",")[0] for one in told] == ["3 hexes"]
    assert not [one for one in told if "moves" in one.en or "移動" in one.ja or "40" in one.en]
    assert at_sea().preview(draft).spent == {"home_fleet": 2, "severny_flot": 0}


def test_a_plan_whose_turn_is_not_yet_written_tells_how_far_its_way_leads() -> None:
    form = plans_form(opened("pq18"), "allied")
    unfinished = [{"order": "schedule", "convoy": "pq18", "to": "arkhangelsk", "way": []}]
    (told,) = [one.text.en for one in form.preview(unfinished).lines if one.pointer == "/0/way"]
    assert "hexes" in told
    assert "day" not in told
    assert "moves" not in told


# ---------------------------------------------------------------- a block of the enemy


def sighted() -> Board:
    """Blocks of the Allies in two hexes, one of them found by the Axis, whose aircraft could strike both."""
    board = arctic(
        force("pq", "allied", "convoy", "0716", "mv 8", "dd_a_i 2"),
        force("tf", "allied", "task_force", "0611", "london"),
        air=[AirUnit("ju_88", 2, id="ju", base="kirkenes", mission="attack", at="0716")],
        phase=Phase(side="axis"),
    )
    board.identify(board.force("pq"), 2)
    board.phase.found.append("pq")
    return board


def test_a_target_is_called_as_events_and_boards_call_it_with_where_it_is_and_what_is_known() -> None:
    board = sighted()
    one = board.force("pq")
    form = strikes_form(board, "axis")
    assert [target.block for target in form.targets] == [contact_name(one)]
    name = form.labels_in_context(LABELS.label)(contact_name(one))
    assert name == type(name)(
        f"Allied block {one.block} in 0716 (North Cape): convoy, ID 2",
        f"0716（ノールカップ）の連合軍の積み木{one.block}：輸送船団・ID2",
        Text(f"Allied block {one.block}", f"連合軍の積み木{one.block}"),
        one.block,
        kind="convoy",
    )


def test_a_target_is_named_in_a_letter_by_its_number_or_by_all_that_is_said_of_it() -> None:
    board = sighted()
    block, form = board.force("pq").block, strikes_form(board, "axis")
    for written in (
        f"Allied block {block}",
        f"allied block {block} in 0716 (North Cape): convoy, ID 2",
        f"連合軍の積み木{block}",
    ):
        assert (
            replace_names(f"strike ju at={written}", form, form.labels_in_context(LABELS.label))
            == f"strike ju at=contact_{block}"
        )


# ---------------------------------------------------------------- strikes


def two_targets(*, groups: bool = False) -> StrikesForm:
    """Two air units over two blocks, and a fighter that goes with them to the first alone."""
    return StrikesForm(
        targets=(Target("contact_3", units=("ju", "he", "bf")), Target("contact_5", units=("ju", "he"))), groups=groups
    )


def strike(at: str, *units: str) -> dict[str, Any]:
    return {"order": "strike", "units": [*units], "at": at}


def offered(form: StrikesForm, draft: list[Any], tapped: str, *acting: str) -> list[Any]:
    """The legal answers of the offers of a tap."""
    return [
        offer.answer
        for offer in list_suggested_edits(form, draft, EditorState(tapped=tapped, acting=acting), LABELS.label)
        if not offer.problems
    ]


def test_who_is_sent_at_a_block_that_is_attacked_already_goes_with_the_others() -> None:
    """“Aircraft attack a block once” was all that a tap on the target said to the second unit."""
    begun = [strike("contact_5", "ju")]
    assert offered(two_targets(), begun, "contact_5", "he") == [[strike("contact_5", "ju", "he")]]
    assert offered(two_targets(), [], "contact_5", "he") == [[strike("contact_5", "he")]]


def test_who_attacks_one_block_is_sent_to_another_by_a_tap() -> None:
    both = [strike("contact_3", "ju", "he")]
    assert offered(two_targets(), both, "contact_5", "he") == [[strike("contact_3", "ju"), strike("contact_5", "he")]]
    assert offered(two_targets(), [strike("contact_3", "he")], "contact_5", "he") == [[strike("contact_5", "he")]]
    apart = [strike("contact_3", "ju"), strike("contact_5", "he")]
    assert offered(two_targets(), apart, "contact_5", "ju") == [[strike("contact_5", "he", "ju")]]


def test_who_cannot_attack_a_block_is_not_sent_there() -> None:
    assert offered(two_targets(), [strike("contact_5", "ju")], "contact_5", "bf") == []


def test_groups_attack_by_themselves() -> None:
    begun = [strike("contact_5", "ju")]
    assert [*begun, strike("contact_5", "he")] in offered(two_targets(groups=True), begun, "contact_5", "he")


def test_listeners_choose_among_blocks_with_their_places_and_learn_no_more_than_lies_open() -> None:
    board = sighted()
    board.state.phase = Phase(side="axis")
    run = Run()
    run.carry_out(_signals(board, "axis"), board.state, dice=(), draws=(), says=None)
    form = run.asked[0].form
    names = [form.labels_in_context(LABELS.label)(one).en for one in form.options]
    assert names == [
        f"Allied block {board.force('pq').block} in 0716 (North Cape): convoy, ID 2",
        f"Allied block {board.force('tf').block} in 0611 (Norwegian Sea), unidentified",
    ]


# ---------------------------------------------------------------- the list of places


def places(form: PhaseForm, *acting: str) -> list[str]:
    table = BoardContext(form, LABELS.label, "en", BoardHotspots())
    return [one.value for one in build_board_panel(table, FormEntries(), EditorState(acting=acting)).places]


def test_no_land_is_among_the_words_of_a_form() -> None:
    words = {*at_sea().values()}
    assert "0405" in words
    land = {one for one, hex_ in BOX.hexes.items() if not hex_.is_sea and one not in BOX.port_hexes}
    assert land
    assert not words & land


def test_before_somebody_is_chosen_the_list_holds_who_can_act_and_no_hex() -> None:
    shown = places(at_sea())
    assert {"cover", "pack"} <= {*shown}
    assert not [one for one in shown if one in BOX.hexes]


def test_whoever_is_chosen_sees_where_he_can_go_and_what_he_can_use() -> None:
    form = at_sea()
    cover, pack = places(form, "cover"), places(form, "pack")
    assert "0404" in cover
    assert "lerwick" not in cover, "a port for submarines"
    assert "lerwick" in pack
    assert {"cover", "pack"} <= {*cover} & {*pack}, "whom one could choose instead"


def test_of_a_place_that_the_chosen_cannot_use_the_refusal_is_shown_and_no_order_of_others() -> None:
    form = at_sea()
    for place in ("lerwick", "0815"):
        offers = list_suggested_edits(form, [], EditorState(tapped=place, acting=("cover",)), LABELS.label)
        assert not [one for one in offers if "pack" in str(one.answer)]
    assert list_suggested_edits(form, [], EditorState(tapped="lerwick", acting=("pack",)), LABELS.label)


def test_an_instruction_is_not_missed_where_somebody_has_no_orders() -> None:
    """On the page as in letters: what is under “More orders” is nobody without orders."""
    table = BoardContext(strikes_form(sighted(), "axis"), LABELS.label, "en", BoardHotspots())
    assert build_board_panel(table, FormEntries(), EditorState()).idle == "ju, air radius"


@pytest.mark.parametrize(("found", "said"), [(True, "must still locate"), (False, "None of your forces")])
def test_who_can_neither_follow_nor_attack_is_told_so(*, found: bool, said: str) -> None:
    board = sighted()
    if not found:
        board.state.air.clear()
        board.phase.found.clear()
    form = strikes_form(board, "axis")
    ask = Ask(key="strikes", kind="strikes", seat="axis", rule="7.1", prompt=Text("Who?", "誰？"), form=form)
    assert said in PromptFormatter(LABELS).explain(ask, "en")
    assert ("追尾・攻撃できる部隊はありません" in PromptFormatter(LABELS).explain(ask, "ja")) != found


def test_numbers_are_no_places() -> None:
    form = PreparationsForm(classes={"tb_35_37": "tb"}, limits_of={"tb": 2})
    table = BoardContext(form, LABELS.label, "en", BoardHotspots())
    shown = [one.value for one in build_board_panel(table, FormEntries(), EditorState()).places]
    assert "tb_35_37" in shown
    assert not [one for one in shown if one.isdecimal()]


def test_what_lies_nowhere_on_the_picture_is_no_place() -> None:
    spots = BoardHotspots(
        size=(9, 9), regions=(Region("map", Text("Map", "地図"), (0, 0, 9, 9), 3),), hotspots=(Hotspot("0404", 1, 1),)
    )
    bid = Choose(options=("0", "1", "2"))
    assert (
        build_board_panel(BoardContext(bid, LABELS.label, "en", spots), FormEntries(), EditorState()).over is not None
    )
    assert not build_board_panel(BoardContext(bid, LABELS.label, "en", spots), FormEntries(), EditorState()).places
    there = Choose(options=("0404", "0405"))
    assert [
        one.value
        for one in build_board_panel(
            BoardContext(there, LABELS.label, "en", spots), FormEntries(), EditorState()
        ).places
    ]


@pytest.mark.parametrize("kind", [PreparationsForm, AdministrationForm])
def test_a_side_is_offered_the_instructions_on_what_it_has(kind: type[PreparationsForm | AdministrationForm]) -> None:
    whole = {"bids", "calls", "administers", "docks", "replaces", "hastens", "left_at_sea"}
    for side, more in (("allied", {"oilers", "unloads"}), ("axis", {"boats_at"})):
        ways = kind(side=side).templates()
        assert {way.fields[0].values[0] for way in ways if way.verb == "instruct"} == whole | more
    names = kind(side="allied").labels_in_context(LABELS.label)
    assert names("oilers") == Text("Lost oilers come back at", "給油艦の補充先")
    assert names("boats") == Text("submarines", "潜水艦")
    assert names("bids") == LABELS.label("bids")


@pytest.mark.parametrize(("side", "own", "others"), [
    ("allied", {"cam_from", "sally", "detaches"}, {"takes_cover"}),
    ("axis", {"takes_cover"}, {"cam_from", "sally", "detaches"}),
])  # fmt: skip
def test_in_a_phase_a_side_is_offered_the_instructions_on_what_it_has(
    side: Any, own: set[str], others: set[str]
) -> None:
    """CAM ships, boats of a convoy and cruisers that follow are the Allies' alone, the warning of superiors German."""
    board = phase(sighted(), side)
    ways = PhaseForm(missions=missions_part(board, side)).templates()
    said = {way.fields[0].values[0] for way in ways if way.verb == "instruct"}
    assert said >= own | {"tows", "strikes", "boats"}
    assert not said & others


@pytest.mark.parametrize(("force", "en", "ja"), [
    ("main_trondheim", "Main force, Trondheim", "主力部隊・トロンヘイム"),
    ("escorts_trondheim", "Escorts, Trondheim", "護衛部隊・トロンヘイム"),
    ("cruisers_narvik", "Cruisers, Narvik", "巡洋艦部隊・ナルビク"),
])  # fmt: skip
def test_forces_that_a_campaign_composes_have_names(force: str, en: str, ja: str) -> None:
    assert LABELS.label(force).en == en
    assert LABELS.label(force).ja == ja


# ---------------------------------------------------------------- what orders are called


@pytest.mark.parametrize(("word", "en", "ja"), [
    ("tows", "Tow ships Dead in the Water", "航行不能艦の曳航"),
    ("evades", "Evade in battle", "戦闘中の回避"),
    ("torpedoes", "Torpedoes rather than bombs", "爆弾より魚雷を優先"),
    ("attack", "attack", "攻撃"),
    ("escort", "escort", "護衛"),
])  # fmt: skip
def test_instructions_and_missions_say_what_is_done(word: str, en: str, ja: str) -> None:
    form = at_sea()
    assert form.labels_in_context(LABELS.label)(word) == Text(en, ja)
    assert form.labels_in_context(LABELS.label)("reykjavik") == LABELS.label("reykjavik")
    if ("instruct", word) in {(way.verb, way.fields[0].values[0]) for way in form.templates()}:
        told = form.describe(
            form.read(form.parse(f"instruct {word} does=yes")), "en", form.labels_in_context(LABELS.label)
        )
        assert en in told


def test_the_example_of_a_letter_leads_somewhere() -> None:
    form = at_sea()
    assert form.render(form.example()) == "move cover way=0403"
    assert not [*form.problems(form.example())]


def drawn(*places: str) -> BoardHotspots:
    """A picture on which these lie."""
    pane = Region("map", Text("Map", "地図"), (0, 0, 9, 9), 3)
    return BoardHotspots(
        size=(9, 9), regions=(pane,), hotspots=tuple(Hotspot(one, index, 1) for index, one in enumerate(places))
    )


def test_mere_words_are_no_places() -> None:
    """What a unit is there for, rounds, yes and no."""
    board = phase(sighted(), "axis")
    board.state.air.append(AirUnit("bf_109", 2, id="bf", base="kirkenes"))
    form = PhaseForm(missions=missions_part(board, "axis"))
    shown = build_board_panel(
        BoardContext(form, LABELS.label, "en", drawn("bf", "0716")), FormEntries(), EditorState(acting=("bf",))
    ).places
    assert "bf" in {one.value for one in shown}
    assert not {one.value for one in shown} & {"escort", "attack", "convoy"}
    fought = BoardContext(duel(), LABELS.label, "en", drawn("norfolk", "lutzow", "screening"))
    entered = from_answer(duel(), [{"order": "post", "unit": "norfolk", "area": "screening"}])
    chosen = build_board_panel(fought, entered, EditorState(acting=("norfolk",), focus=0))
    found = {one.value for one in chosen.places}
    assert {"norfolk", "lutzow", "screening", "torpedo"} <= found
    assert not found & {"1", "10", "no", "yes"}


@pytest.mark.parametrize("acting", [(), ("cover",)])
def test_an_instruction_is_no_place(acting: tuple[str, ...]) -> None:
    table = BoardContext(at_sea(), LABELS.label, "en", drawn("cover", "0404"))
    shown = [one.value for one in build_board_panel(table, FormEntries(), EditorState(acting=acting)).places]
    assert "cover" in shown
    assert not {*shown} & {"tows", "scramble", "asks"}


def test_turns_are_no_places() -> None:
    form = plans_form(opened("pq18"), "allied")
    table = BoardContext(form, LABELS.label, "en", BoardHotspots())
    shown = [one.value for one in build_board_panel(table, FormEntries(), EditorState(acting=("pq18",))).places]
    assert "pq18" in shown
    assert not [one for one in shown if one.endswith((".am", ".pm"))]


# ---------------------------------------------------------------- the sheets of a fortnight


def explained(kind: str, form: Any, language: str) -> str:
    ask = Ask(key=kind, kind=kind, seat="allied", rule="15", prompt=Text("?", "？"), form=form)
    return PromptFormatter(LABELS).explain(ask, language)


def test_of_each_convoy_is_told_where_it_lies_how_many_merchants_sail_and_its_usual_escort() -> None:
    offered = Offered("pq12", "reykjavik", usual=(("es_british", 4), ("aldersdale", 1)), merchants=15, laden=True)
    form = ConvoysForm(convoys=(offered, Offered("qp8m", "murmansk", merchants=1)))
    english, japanese = explained("convoys", form, "en"), explained("convoys", form, "ja")
    assert "PQ 12, Reykjavik: 15 merchants with cargo; usual escort: " in english
    assert "Aldersdale 1" in english
    assert "QP 8 M, Murmansk: 1 merchant empty; usual escort: none." in english
    assert "QP 8 M・ムルマンスク：商船1（積荷なし）。通常の護衛：なし。" in japanese


def test_the_convoys_that_are_asked_about_come_with_their_merchants() -> None:
    board = campaign()
    play(fortnight(board))
    board.roster.played, board.roster.bids = True, {"allied": 1, "axis": 0}
    (ask,) = [one for one in play(prepared(board)).asked if one.kind == "convoys"]
    found = {one.convoy: one for one in ask.form.convoys}
    assert {one: (it.merchants, it.laden) for one, it in found.items()} == {"pq12": (15, True), "qp8m": (15, False)}


def test_the_order_of_battle_tells_what_lies_damaged_and_what_its_repair_takes() -> None:
    form = AdministrationForm(docks={"tirpitz": 2, "lutzow": 1}, in_place=("tirpitz",), steps=1)
    told = explained("administration", form, "en")
    assert "Damaged, with the strength lost: Tirpitz 2, Lützow 1." in told
    assert "away for 5 fortnights for each strength" in told
    assert "Tirpitz is repaired where she lies: for each strength 7 fortnights idle, and 1 VP." in told
    assert "Aircraft: 1 step of replacement." in told
    assert "戦闘力1につき7期行動できず、1VPを失います" in explained("administration", form, "ja")


def test_whom_no_repair_concerns_reads_nothing_of_docks() -> None:
    told = explained("administration", AdministrationForm(in_place=("tirpitz",)), "en")
    assert not [word for word in ("Damaged", "dock a ship", "Tirpitz", "Aircraft:", "Patrol") if word in told]
    moored = explained("administration", AdministrationForm(in_place=("tirpitz",), docks={"tirpitz": 1}), "en")
    assert "dock a ship" not in moored


def test_the_order_of_battle_tells_who_may_take_over_the_patrol_first_and_what_is_unloaded() -> None:
    form = AdministrationForm(
        patrol=("norfolk",), reliefs={"berwick": 0, "renown": 1, "kenya": 2},
        cargo={"murmansk": {"mv": 15}, "arkhangelsk": {}}, unloaded={"murmansk": 11, "arkhangelsk": 15},
    )  # fmt: skip
    told = explained("administration", form, "en")
    assert "On Patrol White: Norfolk. First to take over: Berwick." in told
    assert "To be unloaded in Murmansk: Merchant vessels 15, at most 11 a fortnight." in told
    assert "Arkhangelsk" not in told


def patrolled() -> AdministrationForm:
    return AdministrationForm(
        patrol=("norfolk", "kent"), reliefs={"berwick": 0, "renown": 1}, side="allied",
        docks={"london": 2, "tirpitz": 2}, in_place=("tirpitz",), docked_at=("clyde", "english_channel"),
        mending=(5, 7), mending_cost=2,
    )  # fmt: skip


@pytest.mark.parametrize(("language", "said"), [
    ("en", "by: still missing."), ("ja", "交代艦：指定してください。"),
])  # fmt: skip
def test_what_is_missing_is_called_as_its_control_is(language: str, said: str) -> None:
    """“手段: 指定してください” stood below a list that is called 交代艦."""
    form = patrolled()
    entered = from_answer(form, [{"order": "relieve", "ship": "kent"}])
    wrong = build_board_panel(
        BoardContext(form, LABELS.label, language, BoardHotspots()), entered, EditorState()
    ).problems
    assert [one.message for one in wrong] == [said]
    control = build_form_controls(form, LABELS.label, language, entered).rows[0].controls[1]
    assert wrong[0].message.startswith(control.label.lower())


@pytest.mark.parametrize(("order", "en", "ja"), [
    ({"ship": "london", "steps": "2"}, "Away for 10 fortnights, then at 'clyde'.",
     "10期不在、その後「clyde」に戻ります。"),
    ({"ship": "london", "steps": "1", "at": "english_channel"}, "Away for 5 fortnights, then at 'english_channel'.",
     "5期不在、その後「english_channel」に戻ります。"),
    ({"ship": "tirpitz", "steps": "2"}, "Idle for 14 fortnights; costs 2 VP.", "14期行動できず、2VPを失います。"),
])  # fmt: skip
def test_a_repair_tells_how_long_it_takes_and_what_it_costs(order: dict[str, str], en: str, ja: str) -> None:
    (line,) = patrolled().preview([{"order": "repair", **order}]).lines
    assert (line.pointer, line.text.en, line.text.ja) == ("/0/steps", en, ja)


@pytest.mark.parametrize("steps", [None, "x", "1234", ""])
def test_of_a_repair_that_is_not_yet_written_nothing_is_told(steps: str | None) -> None:
    assert patrolled().preview([{"order": "repair", "ship": "london", "steps": steps}]).lines == ()


def test_steps_of_a_repair_are_no_places() -> None:
    form = patrolled()
    entered = from_answer(form, [{"order": "repair", "ship": "london"}])
    chosen = build_board_panel(
        BoardContext(form, LABELS.label, "en", drawn("clyde")), entered, EditorState(acting=("london",), focus=0)
    )
    assert "london" in {one.value for one in chosen.places}
    assert not {one.value for one in chosen.places} & {"1", "2"}


def test_units_of_a_kind_at_one_base_are_offered_once_for_a_newer_type() -> None:
    one = ("hurricane_soviet", "vaenga", ("p_40", "p_400"))
    ways = AdministrationForm(steps=2, new=(one, one)).templates()
    assert [way.verb for way in ways].count("upgrade") == 1


# ---------------------------------------------------------------- a battle


def duel(*, side: Any = "allied", surprised: str = "") -> BattleForm:
    """Norfolk and destroyers are attacked by Admiral Hipper and by a unit that is not shown."""
    units = (
        Laid("norfolk", "allied", (("norfolk", 3),), torpedoes=1),
        Laid("dd_a_i", "allied", (("dd_a_i", 2),)),
        Laid("admiral_hipper", "axis", (("admiral_hipper", 4),)),
        Laid("lutzow", "axis"),
    )
    return BattleForm(side=side, attacker="axis", round=2, surprised=surprised, units=units)


def test_who_fights_reads_whom_he_has_and_whom_he_meets() -> None:
    english, japanese = explained("battle", duel(), "en"), explained("battle", duel(), "ja")
    assert "Round 2; the Axis attack." in english
    assert "Your ships: Norfolk 3, torpedoes 1; " in english
    assert "The enemy's: Admiral Hipper 4; Lützow." in english
    assert "surprised" not in english
    assert "第2ラウンド、枢軸軍の攻撃。自軍：ノーフォーク 3・魚雷1；" in japanese
    other = explained("battle", duel(side="axis", surprised="allied"), "en")
    assert "Your ships: Admiral Hipper 4; Lützow." in other
    assert "The Allies are surprised." in other
    assert "連合軍は奇襲を受けました。" in explained("battle", duel(surprised="allied"), "ja")


def test_the_second_unit_of_a_kind_is_called_as_orders_call_it() -> None:
    laid = (Laid("mv", "allied", (("mv", 8),)), Laid("mv.2", "allied", (("mv", 3),)), Laid("lutzow", "axis"))
    form = BattleForm(side="allied", units=laid)
    assert "Merchant vessels 8; Merchant vessels 2 (Merchant vessels 3)." in explained("battle", form, "en")
    assert "貨物船 8；貨物船2（貨物船 3）。" in explained("battle", form, "ja")


def test_the_example_of_a_battle_aims_at_the_enemy() -> None:
    form = duel()
    assert form.render(form.example()) == "aim norfolk at=admiral_hipper"
    assert not [*form.problems(form.example())]
    alone = BattleForm(side="allied", units=form.units[:1])
    assert alone.example() == ()


# ---------------------------------------------------------------- emergency forces


@pytest.mark.rule("pq17", "15.4")
@pytest.mark.parametrize(
    ("order", "cost"),
    [
        ({"ship": "dd_us", "strength": "3"}, "3"),
        ({"ship": "dd_us"}, "1"),
        ({"ship": "dd_us", "strength": "many"}, ""),
        ({"ship": "tirpitz", "strength": "2"}, ""),
        ({}, ""),
    ],
)
def test_a_call_says_what_it_costs(order: dict[str, str], cost: str) -> None:
    form = PreparationsForm(classes={"dd_us": "us"}, limits_of={"us": 4}, cost=2, rule="15.4.1", side="allied")
    lines = form.preview([{"order": "call", **order}]).lines
    assert [line.text.en for line in lines] == [f"Costs {cost} VP at once, on your own sheet."] * bool(cost)
    assert [line.text.ja for line in lines] == [f"ただちに{cost}VPを失います（非公開）。"] * bool(cost)
    assert {(line.pointer, line.tone) for line in lines} <= {("/0/strength", "spends")}
