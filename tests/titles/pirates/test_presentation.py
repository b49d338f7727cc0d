"""The title's words: labels, history, explanations and the board as text."""

import unicodedata
from typing import Any, get_args

import pytest

from games.kernel.events import PUBLIC, UMPIRE
from games.kernel.forms import ChooseSome
from games.order_text import parse_lines
from games.titles.pirates.components.box import load
from games.titles.pirates.components.options import Options
from games.titles.pirates.orders.orders import PlanOrder, kind_of
from games.titles.pirates.presentation.katakana import SHIPS
from games.titles.pirates.presentation.labels import Labels
from games.titles.pirates.state.events.attack import Captured, Fought, Sunk
from games.titles.pirates.state.events.common import Throw
from games.titles.pirates.state.events.rounds import RoundBegan, RoundScored
from games.titles.pirates.state.events.turn import Drew, TurnBegan
from games.titles.pirates.state.state import Assigned, Report, Use, Vessel
from tests.titles.pictures import LANGUAGES, RAW

from .table import DATA, SAMPLES, first_turn, missing_samples, random_game, states, title, view_of

SCENARIOS = ("two_players", "three_players", "four_players", "teams")
"""What no player should ever read: an id, a missing value, a hole in a sentence."""


def columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


# --- labels


def test_every_id_of_every_form_has_a_label_in_both_languages() -> None:
    game = title()
    for scenario in SCENARIOS:
        _, asked = random_game(scenario, 3)
        for question in asked:
            for value in question.form.values():
                label = game.presentation.labels(value)
                assert label.en != value, value
                assert label.ja, value
                assert not RAW.search(label.en + label.ja), value


def test_every_argument_of_every_order_has_a_name_in_both_languages() -> None:
    arguments = {field for order in get_args(PlanOrder) for field in order.__struct_fields__}
    names = {argument: title().presentation.labels(argument) for argument in arguments}
    assert [argument for argument, name in names.items() if name.en == name.ja] == []


def test_options_of_one_form_can_be_told_apart() -> None:
    game = title()
    for scenario in SCENARIOS:
        for question in random_game(scenario, 3)[1]:
            values = list(question.form.values())
            for language in LANGUAGES:
                assert len({game.presentation.labels(value).get(language) for value in values}) == len(set(values))


@pytest.mark.parametrize(
    ("value", "en", "ja"),
    [
        ("red", "Red", "赤"),
        ("submarines_u_1", "Submarine U-27", "潜水艦U-27"),
        ("amc_1", "AMC HMS Alcantara", "仮装巡洋艦HMS Alcantara"),
        ("boarding_party_1", "Boarding Party 1", "切り込み隊 1"),
        ("boarding_party_6", "Boarding Party 6 (night)", "切り込み隊 6（夜間）"),
        ("recalled_1", "Recalled", "帰還命令"),
        ("mowe", "Möwe", "Möwe"),
        ("deck", "the action deck", "アクションカードの山札"),
    ],
)
def test_labels(value: str, en: str, ja: str) -> None:
    label = title().presentation.labels(value)
    assert (label.en, label.ja) == (en, ja)


def test_exchange_by_mistaken_identity_names_card_and_merchant() -> None:
    label = title().presentation.labels("mistaken_identity_1/lovat")
    assert "Mistaken Identity" in label.en
    assert "Lovat" in label.en
    assert "船の誤認" in label.ja


def test_an_unknown_id_is_its_own_label() -> None:
    assert title().presentation.labels("kraken").en == "kraken"


def test_receipts_read_as_sentences() -> None:
    """The verbs and arguments of orders have names too."""
    game = title()
    for question in random_game("two_players", 3)[1]:
        for language in LANGUAGES:
            said = question.form.describe(question.form.example(), language, game.presentation.labels)
            assert said
            assert not RAW.search(said)


# --- history


def test_every_event_has_a_sample() -> None:
    assert not missing_samples()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", SAMPLES, ids=lambda event: type(event).__name__)
def test_every_event_is_told(event: Any, language: str) -> None:
    line = title().presentation.describe_event(event, language)
    assert line.strip()
    assert "\n" not in line
    assert not RAW.search(line), line
    assert line.endswith("。" if language == "ja" else ".")
    assert "  " not in line


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_history_of_a_game_can_be_read(scenario: str) -> None:
    game = title()
    for event in random_game(scenario, 3)[0].events:
        for form in event.event.variants:
            for language in LANGUAGES:
                line = game.presentation.describe_event(form.event, language)
                assert line.strip()
                assert not RAW.search(line), line


def test_a_roll_names_coin_dice_modifiers_and_outcome() -> None:
    attack = Throw("prinz_eitel_friedrich", (10, 6), (5, 2), 5)
    line = title().presentation.describe_event(
        Fought("intercept", attack, Throw("matheran", (8,), (6,), 6), "none"), "en"
    )
    assert line == "Prinz Eitel Friedrich d10+d6: 5, 2 → 5 against Matheran d8: 6 → no effect."
    slowed = Throw("prinz_eitel_friedrich", (10, 6), (8, 2), 6, (("fast_ship", -2),))
    line = title().presentation.describe_event(
        Fought("intercept", slowed, Throw("lovat", (8,), (2,), 2), "captured"), "en"
    )
    assert line == "Prinz Eitel Friedrich d10+d6: 8, 2; Fast Ship −2 → 6 against Lovat d8: 2 → captured."


def test_reduced_forms_tell_that_and_not_what() -> None:
    game = title()
    full, reduced = Drew("red", 30, "qqq_1"), Drew("red", 30)
    assert "QQQ" in game.presentation.describe_event(full, "en")
    assert game.presentation.describe_event(reduced, "en") == "Red draws a card; 30 left."
    assert game.presentation.describe_event(reduced, "ja") == "赤がカードを1枚引く。残り30枚。"


# --- explanations


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_question_is_explained(scenario: str) -> None:
    game = title()
    kinds = set()
    for question in random_game(scenario, 3)[1]:
        kinds.add(question.kind)
        for language in LANGUAGES:
            text = game.presentation.explain_question(question, language)
            assert text.strip()
            assert not RAW.search(text), text
    assert {"plan", "play", "react", "carry_over"} <= kinds


def test_a_reaction_is_explained_with_attacker_target_and_what_each_card_does() -> None:
    game = title()
    asked = [q for q in random_game("three_players", 3)[1] if q.kind == "react" and list(q.form.values())]
    assert asked, "the game must hold a question with options"
    for question in asked:
        for language in LANGUAGES:
            text = game.presentation.explain_question(question, language)
            assert game.presentation.labels(question.context.attacker).get(language) in text
            assert (
                game.presentation.labels(question.context.target).get(language) in text
                or question.context.weapon == "mines"
            )
            for card in question.form.values():
                assert f"- {game.presentation.labels(kind_of(card)).get(language)}: " in text


def test_an_empty_hand_of_reactions_is_told_so() -> None:
    asked = [q for q in random_game("three_players", 3)[1] if q.kind == "react" and not list(q.form.values())]
    assert asked, "the game must hold a question without options"
    assert all("you can only pass" in title().presentation.explain_question(question, "en") for question in asked)


# --- the board as text


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_text_boards_fit_a_page_and_name_everything(scenario: str, language: str) -> None:
    game = title()
    for state in states(scenario, 3, every=7):
        for seat in (*(fleet.seat for fleet in state.fleets), PUBLIC, UMPIRE):
            text = game.presentation.text_board(view_of(state, seat), language)
            assert max(map(columns, text.splitlines())) <= 76
            assert not RAW.search(text), text
            for fleet in state.fleets:
                for vessel in (*fleet.ships, *fleet.merchants, *fleet.prizes):
                    assert game.presentation.labels(vessel.card).get(language) in text


def test_the_text_board_shows_markers_piles_hand_plan_and_reports() -> None:
    state, turn = first_turn()
    red, black = state.fleets
    turn.seat = "red"
    raider = Vessel("wolf", identified=True, damage=1, unsupplied=True, refuge="island_refuge_1")
    red.ships, red.hand, red.reports = [raider], ["boarding_party_6"], [Report(1, 3, "black", ["trap_2"])]
    turn.assigned = [Assigned("qqq_2", "wolf", True, Use(("lovat",)))]
    black.weather = "fog_bank_1"
    text = title().presentation.text_board(view_of(state, "red"), "en")
    lines = text.splitlines()
    (at,) = [index for index, line in enumerate(lines) if line.strip().startswith("Wolf")]
    line = " ".join(line.strip() for line in lines[at : at + 2])
    assert max(map(columns, lines)) <= 76
    for mark in ("IDENTIFIED", "DAMAGED", "NO SUPPLY", "refuge", "d10+d8+d6 / d8", "11 VP"):
        assert mark in line
    assert "Boarding Party 6 (night)              d10 night" in text
    assert "QQQ 2: Wolf intercepts; target Lovat" in text
    assert "Turn 3, in Black's hand: Trap 2" in text
    assert "Before the fleet: Fog Bank" in text


def test_the_text_board_of_others_hides_hand_and_faces() -> None:
    game, hidden = title(), 0
    for state in states("three_players", 3):
        if state.turn is None or not state.turn.assigned:
            continue
        faces = [assigned.card for assigned in state.turn.assigned]
        others = [fleet.seat for fleet in state.fleets if fleet.seat != state.turn.seat]
        for seat in (*others, PUBLIC):
            before = game.presentation.text_board(view_of(state, seat), "en")
            for assigned in state.turn.assigned:
                assigned.card, assigned.use = "bounding_main_1", Use()
            assert game.presentation.text_board(view_of(state, seat), "en") == before
            for assigned, face in zip(state.turn.assigned, faces, strict=True):
                assigned.card = face
            hidden += 1
    assert hidden > 5


def test_headlines() -> None:
    state, _ = first_turn()
    view = view_of(state, "red")
    active = title().presentation.labels(view.active).en
    assert title().presentation.headline(view, "en") == f"Round 1, turn {view.turn}, {active} to play"
    assert title().presentation.headline(view, "ja").startswith("ラウンド1・ターン")
    view.over = True
    assert title().presentation.headline(view, "en") == "The game is over"
    assert title().presentation.headline(view, "ja") == "ゲーム終了"


def test_the_text_board_counts_damage_and_names_what_options_make_of_ships() -> None:
    state, _ = first_turn()
    state.options = Options(coal_hogs=True, fast_raiders=True, sailing_merchants=True, cumulative_damage=True)
    state.fleets[0].ships, state.fleets[0].merchants = [Vessel("berlin", damage=3)], [Vessel("dee"), Vessel("lovat")]
    state.fleets[1].merchants = [Vessel("maria")]
    text = " ".join(title().presentation.text_board(view_of(state, "red"), "en").split())
    assert "disguised, DAMAGED x3, mines, coal hog, fast" in text
    assert text.count("VP under sail") == 1, "and once more among what was agreed on"
    assert text.count("under sail") == 2


# --- the log


def test_the_log_has_headings_for_rounds_and_turns() -> None:
    began, turn = RoundBegan(round=2, deck=40, removed=4), TurnBegan("red", 5)
    assert [title().presentation.group_title(began, language) for language in LANGUAGES] == ["Round 2", "ラウンド2"]
    assert title().presentation.group_title(turn, "en") == "Turn 5: Red"
    assert title().presentation.group_title(turn, "ja").startswith("ターン5：")


def test_ships_lost_and_points_stand_out_in_the_log() -> None:
    stress = title().presentation.emphasis
    assert stress(Sunk("emden", "red", "black")) == "sinking"
    assert stress(Captured("maria", "red", "black")) == "capture"
    assert stress(RoundScored(1, {"red": 3}, {"red": 1})) == "points"
    assert stress(TurnBegan("red", 5)) == ""


def test_phases_are_steps() -> None:
    assert set(title().presentation.phases) < set(title().rules.steps)


def test_every_ship_can_be_written_in_katakana() -> None:
    """The cards bear Latin letters; who writes Japanese writes ケーニヒスベルク all the same."""
    box = load({path.name: path.read_bytes() for path in DATA.iterdir()})
    ships = [*box.ships, *box.merchants]
    assert sorted(SHIPS) == sorted(ships)
    form = ChooseSome(options=tuple(ships), most=1)
    for ship in ships:
        for name in Labels(box).label(ship).aliases("ja").split("|"):
            assert parse_lines([f"{name}を残します。"], form, Labels(box).label).text == f"choose {ship}", name
    assert parse_lines(["Keep the Möwe"], form, Labels(box).label).text == "choose mowe"


def test_one_round_point_is_no_points() -> None:
    event = RoundScored(1, {"red": 25, "black": 27}, {"red": 1, "black": 2})
    line = title().presentation.describe_event(event, "en")
    assert line == "Round 1: Red 25 victory points, 1 round point; Black 27 victory points, 2 round points."


def test_without_a_scenario_each_option_may_count() -> None:
    assert title().options.fixed("") == frozenset()
