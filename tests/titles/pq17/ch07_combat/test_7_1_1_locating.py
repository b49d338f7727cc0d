"""7.1.1: targets are located by cards."""

from typing import Any, get_args

import pytest

from games.kernel.events import PUBLIC
from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import RESULTS, Result, Searching, Side, WeatherKind
from games.titles.pq17.orders.attacks import Attack, Strike
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.draft_odds import By, Chance, Throw, chance_text, throw_text
from games.titles.pq17.orders.missions import Fly
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.search.cards import LOCATING, card_finds, cards_to_locate, cards_to_locate_by_option
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.search.location import most_cards
from games.titles.pq17.rules.search.searchers import is_soviet, search_conditions
from games.titles.pq17.rules.search.strikes import strikes
from games.titles.pq17.rules.submarine.attacks import submarine_combat
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.air import AttackCalledOff, Located, Scrambled
from games.titles.pq17.state.events.surface import BattleJoined
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import AirUnit, Convoy, Shadow, Sky
from tests.titles.pq17.arctic import force
from tests.titles.pq17.boards import WORDS
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch06_search.searches import card, card_look
from tests.titles.pq17.ch06_search.shadowers import small_convoy
from tests.titles.pq17.ch07_combat.surface_battles import cruisers
from tests.titles.pq17.engaging import attacked, misses, told
from tests.titles.pq17.playing import a_card, cards_with, heard, play
from tests.titles.pq17.strikes import NEAR, OPEN, air, bombers, facing, raiders
from tests.titles.pq17.trial import left

rule = pytest.mark.rule
ASKED, NEVER = Instructions(), Instructions(strikes="never")
CONVOY, PACK = ("convoy", "mv 5"), ("wolfpack", "ss_soviet 2")
TURNED = (
    "Sent to attack in 0714 (NE of Narvik), turned back: 2 Ju 88 A-4 and He 111 H-6; no block there was identified."
)


def over(*prey: Any, level: int | None = None, unit: str = "ju_88", says: Instructions = ASKED, **orders: str) -> Board:
    """Two units off Tromso that were sent to attack, and one that goes along."""
    flown = [air(unit, name, "banak", at=NEAR, mission="attack") for name in ("one", "two")]
    flown.append(air("bf_109", "fighter", "banak", at=NEAR, mission="escort"))
    board = facing(*prey, level=level, air=flown)
    board.phase.orders = tuple(Fly(name, "attack", NEAR, **orders) for name in ("one", "two"))
    board.state.instructions["axis"] = says
    return board


def called_off(board: Board, seat: str = "axis") -> list[AttackCalledOff]:
    return [event for event in heard(board, seat) if isinstance(event, AttackCalledOff)]


def card_of(row: Searching, shows: Result, *, star: bool = False) -> Any:
    """A card of the deck that shows this by day in fair weather, with the Soviet star or without."""
    return next(card for card in BOX.cards.values() if getattr(card.day, row)[0] == shows and card.star is star)


@rule("pq17", "7.1.1", "7.1.1a", positions=("P10", "PP75", "PP76"))
def test_7_1_1_locating() -> None:
    assert LOCATING == {"air": "air", "task_force": "force", "wolfpack": "force"}
    assert cards_to_locate(shadowed=False, scattered=False) == 1
    assert cards_to_locate(shadowed=True, scattered=False) == cards_to_locate(shadowed=False, scattered=True) == 2
    located = [result for result in RESULTS if card_finds(card(result), card_look(2))]
    assert sorted(located) == sorted(["0", "1", "2", "U", "+"])


@rule("pq17", "7.1.1", "5.3", "6.2f")
@pytest.mark.parametrize(
    ("prey", "level", "fields", "why"),
    [
        (CONVOY, None, {}, "unidentified"),
        (CONVOY, None, {"says": NEVER}, "unidentified"),
        (CONVOY, 1, {}, ""),
        (CONVOY, 1, {"says": NEVER}, "ordered"),
        (CONVOY, 1, {"says": Instructions(strikes="always"), "on": "task_force"}, "ordered"),
        (CONVOY, 1, {"says": Instructions(strikes="always")}, ""),
        (PACK, 1, {"says": Instructions(strikes="always")}, "barred"),
        (PACK, None, {}, "unidentified"),
    ],
)
def test_7_1_1_aircraft_that_attack_nothing_are_told_of_with_the_reason(
    prey: tuple[Any, str], level: int | None, fields: Any, why: str
) -> None:
    board = over(force("x", "allied", prey[0], NEAR, prey[1]), level=level, **fields)
    play(strikes(board))
    expected = [AttackCalledOff("axis", NEAR, why, ("ju_88", "ju_88"))] if why else []  # type: ignore[arg-type]
    assert called_off(board) == expected
    assert not called_off(board, "allied")
    assert not called_off(board, PUBLIC)


@rule("pq17", "7.1.1", "6.5")
def test_7_1_1_where_only_a_dummy_was_nothing_is_left_to_attack() -> None:
    board = over(force("far", "allied", "convoy", OPEN, "mv 5"))
    play(strikes(board))
    assert [event.why for event in called_off(board)] == ["gone"]


@rule("pq17", "7.1.1")
def test_7_1_1_aircraft_that_searched_are_not_told_of() -> None:
    board = over(force("x", "allied", "convoy", NEAR, "mv 5"))
    for unit in board.state.air:
        unit.mission = "search"
    play(strikes(board))
    assert not called_off(board)


@rule("pq17", "7.1.1", "7.1b")
@pytest.mark.parametrize(
    ("segment", "order", "told"),
    [
        (air_combat, Strike(("one", "two"), "contact_99"), AttackCalledOff("axis", NEAR, "gone", ("ju_88", "ju_88"))),
        (submarine_combat, Attack("u", "contact_99"), AttackCalledOff("axis", NEAR, "gone", force="u")),
        (submarine_combat, Attack("tf", "contact_99"), None),
        (surface_combat, Attack("tf", "contact_99"), AttackCalledOff("axis", NEAR, "gone", force="tf")),
        (surface_combat, Attack("u", "contact_99"), None),
    ],
)
def test_7_1_1_a_block_that_is_gone_when_its_turn_comes(segment: Any, order: Any, told: AttackCalledOff | None) -> None:
    """A pack is told in its own segment and a task force in its own, once each."""
    pack, ships = force("u", "axis", "wolfpack", NEAR, "ss_german 2"), force("tf", "axis", "task_force", NEAR, "lutzow")
    board = over(force("x", "allied", "convoy", OPEN, "mv 5"), pack, ships)
    board.phase.attacks = (order,)
    play(segment(board))
    assert called_off(board) == ([told] if told else [])
    assert not called_off(board, "allied")


@rule("pq17", "7.1.1")
@pytest.mark.parametrize(
    ("event", "english", "japanese"),
    [
        (
            AttackCalledOff("axis", NEAR, "unidentified", ("ju_88", "ju_88", "he_111")),
            TURNED,
            "へ攻撃に向かったJu88 A-4 2、He111 H-6は帰投：識別された積み木がない。",
        ),
        (
            AttackCalledOff("axis", NEAR, "gone", force="tf1"),
            "Task Force 1 in 0714 (NE of Narvik) attacks nothing: the target is not there any more.",
            "の第1任務部隊は攻撃せず：目標がもういない。",
        ),
    ],
)
def test_7_1_1_how_it_is_said(event: AttackCalledOff, english: str, japanese: str) -> None:
    assert WORDS.describe_event(event, "en") == english
    assert WORDS.describe_event(event, "ja").endswith(japanese)


@rule("pq17", "7.1.1", "7.1.2", "7.1.2a")
@pytest.mark.parametrize("cards", [["U"], ["0", "U"]])
def test_7_1_1_aircraft_whose_target_another_group_has_sunk_turn_back(cards: list[str]) -> None:
    """One group draws no card any more; the other had located the block and was to attack with the rest."""
    prey = force("pq", "allied", "task_force", NEAR, "es_british 1")
    units = [air("ju_88", name, "banak", 1) for name in ("one", "two")]
    board = bombers(prey, *units, options=Options(air_groups=True))
    board.phase.attacks = tuple(Strike((unit.id,), contact_name(prey)) for unit in units)
    drawn = [a_card("air", shown, submarine=False) for shown in cards]  # type: ignore[arg-type]
    play(air_combat(board), cards=drawn, dice=[(0,), (9,)])
    assert board.state.forces == []
    assert called_off(board) == [AttackCalledOff("axis", NEAR, "gone", ("ju_88",))]
    assert called_off(board, "allied") == []


@rule("pq17", "7.1.1", "7.1b")
def test_7_1_1_a_pack_whose_target_another_pack_has_sunk_is_told() -> None:
    prey = force("x", "allied", "convoy", OPEN, "mv 1")
    packs = [force(name, "axis", "wolfpack", OPEN, "ss_german 1") for name in ("one", "two")]
    board = facing(prey, *packs)
    board.phase.attacks = tuple(Attack(name, contact_name(prey)) for name in ("one", "two"))
    play(submarine_combat(board), cards=[a_card("force", "U", submarine=False)], dice=[(8,), (9,), (5,)])
    assert [one.id for one in board.state.forces] == ["one", "two"]
    assert called_off(board) == [AttackCalledOff("axis", OPEN, "gone", force="two")]
    assert called_off(board, "allied") == []


@rule("pq17", "7.1.1", "1.8")
def test_7_1_1_the_odds_of_a_throw_that_cannot_succeed_or_has_no_dice_are_none() -> None:
    for means in get_args(By):
        never, nothing = Throw("a", "b", means, 4, 10, 0), Throw("a", "b", means, 0, 5, 0)
        some = Throw("a", "b", means, 4, 9, 40)
        assert throw_text(never) == throw_text(nothing) != throw_text(some)
    assert throw_text(Throw("a", "b", "guns", 1, 7, 30)).en == "guns: 1 die, 7 or more counts, 0.3 on average"
    assert throw_text(Throw("a", "b", "guns", 2, 7, 35)).en == "guns: 2 dice, 7 or more counts, 0.4 on average"
    assert throw_text(Throw("a", "b", "guns", 2, 7, 34)).en.endswith("0.3 on average")
    assert throw_text(Throw("a", "b", "guns", 20, 7, 1234)).en.endswith("12.3 on average")
    assert throw_text(Throw("a", "b", "bombs", 2, 7, 50, (0, 3), 40)).en.endswith(
        "; before that guns of * + 3, which cost a step in 40 of 100"
    )


@rule("pq17", "7.1.1")
@pytest.mark.parametrize(
    ("finds", "cards", "draws", "words"),
    [
        (10, 40, 1, "located by 10 of 40 cards: 25 of 100."),
        (20, 40, 2, "located by 20 of 40 cards, 2 may be drawn: 76 of 100."),
        (40, 40, 1, "located by 40 of 40 cards: 100 of 100."),
        (39, 40, 2, "located by 39 of 40 cards, 2 may be drawn: 100 of 100."),
        (1, 1, 2, "located by 1 of 1 cards, 2 may be drawn: 100 of 100."),
        (0, 40, 2, "located by 0 of 40 cards, 2 may be drawn: 0 of 100."),
        (0, 0, 1, "located by 0 of 0 cards: 0 of 100."),
    ],
)
def test_7_1_1_how_likely_a_target_is_located(finds: int, cards: int, draws: int, words: str) -> None:
    told = chance_text(Chance(finds, cards, draws))
    assert told.en == words
    assert ("枚まで" in told.ja) is (draws > 1)


@rule("pq17", "7.1.1", "7.1.1d", "6.2b", position="PP224")
@pytest.mark.parametrize(
    ("side", "at", "followed", "found"),
    [("axis", "0516", False, False), ("axis", "0516", True, True), ("axis", "0714", False, True),
     ("allied", "0714", False, False)],
)  # fmt: skip
def test_7_1_1_s_finds_off_a_friendly_coast_or_what_is_shadowed(
    side: Side, at: str, followed: bool, found: bool
) -> None:
    prey = force("t", "allied" if side == "axis" else "axis", "task_force", at, "kent" if side == "axis" else "lutzow")
    board = facing(prey, side=side)
    board.state.shadows = [Shadow("t", "wolfpack", "x")] if followed else []
    assert card_finds(card_of("force", "S"), search_conditions(board, side, prey, "force", soviet=False)) is found


@rule("pq17", "7.1.1", "7.1.1a", "6.8.1")
def test_7_1_1_by_what_a_task_force_finds_stragglers_in_the_next_hex() -> None:
    """Two cards, and the row of forces: the first card fails, the second shows 3, which their ID is."""
    prey = force("c", "allied", "convoy", OPEN, "mv 3")
    assert prey.convoy is not None
    prey.convoy.scattered = True
    board = attacked(prey, force("h", "axis", "task_force", "0309", "admiral_hipper"), level=3, sky=Sky("fair"))
    play(surface_combat(board), cards=[*cards_with("force", "-", 1), *cards_with("force", "3", 1)])
    assert left(prey.counters) == ["mv 2"]
    assert told(board, "axis", Scrambled) == []


@rule("pq17", "7.1.1a", position="PP76")
def test_7_1_1a_a_second_card_against_what_is_shadowed() -> None:
    board = raiders()
    board.state.shadows = [Shadow("pq", "sector", "barents")]
    play(air_combat(board), cards=[a_card("air", "-"), a_card("air", "1")])
    assert not heard(board, "axis")[0].found
    board = raiders()
    board.state.options = Options(second_card=True)
    play(air_combat(board), cards=[a_card("air", "-"), a_card("air", "1")])
    assert len(heard(board, "axis")[0].cards) == 2, "7.1.1o: in Fair weather aircraft draw twice"


@rule("pq17", "7.1.1a", "7.1.1o", position="PP228")
@pytest.mark.parametrize(("option", "cards"), [(False, [2, 2, 2]), (True, [1, 1, 2])])
def test_7_1_1a_by_option_a_pack_leads_packs_alone(option: bool, cards: list[int]) -> None:
    prey = force("c", "allied", "convoy", OPEN, "mv 9")
    board = facing(prey, options=Options(second_card=option), sky=Sky("reduced"))
    board.state.shadows = [Shadow("c", "wolfpack", "x")]
    assert [most_cards(board, by, prey) for by in ("air", "task_force", "wolfpack")] == cards


@rule("pq17", "7.1.1a", "7.1.1o", "7.7")
@pytest.mark.parametrize(
    ("by", "weather", "follower", "scattered", "usual", "option"),
    [
        ("air", "fair", "", False, 1, 2), ("air", "reduced", "", False, 1, 1),
        ("air", "reduced", "sector", False, 2, 2),
        ("air", "reduced", "radius", False, 2, 2), ("air", "reduced", "wolfpack", False, 2, 1),
        ("air", "reduced", "", True, 2, 2), ("wolfpack", "fair", "", False, 1, 1),
        ("wolfpack", "fair", "wolfpack", False, 2, 2), ("wolfpack", "fair", "aircraft", False, 2, 1),
        ("task_force", "fair", "", False, 1, 1), ("task_force", "fair", "sector", False, 2, 1),
        ("task_force", "fair", "", True, 2, 2),
    ],
)  # fmt: skip
def test_7_1_1a_when_a_second_card_is_drawn_for_the_axis(
    by: Any, weather: WeatherKind, follower: Any, scattered: bool, usual: int, option: int
) -> None:
    """The option knows Allied aircraft alone: German ships gain nothing by their own."""
    prey = force("c", "allied", "convoy", OPEN, "mv 9", convoy=Convoy(scattered=scattered))
    for chosen, cards in ((False, usual), (True, option)):
        board = facing(prey, sky=Sky(weather), options=Options(second_card=chosen))
        board.state.shadows = [Shadow("c", follower, "x")] if follower else []
        assert most_cards(board, by, prey) == cards


@rule("pq17", "7.1.1b")
def test_7_1_1b_not_located_no_battle() -> None:
    board = cruisers()
    play(surface_combat(board), cards=[a_card("force", "-")])
    assert board.phase.fought == []
    assert board.force("tf").spent == 0


@rule("pq17", "7.1.1b", "7.1.1c", "7.1.1")
def test_7_1_1b_an_attack_in_vain() -> None:
    board = raiders()
    assert play(air_combat(board), cards=[a_card("air", "1")]).result == "submarine_combat"
    assert (board.state.air[0].mission, board.force("pq").level) == ("", 0)
    own, theirs, public = (heard(board, seat) for seat in ("axis", "allied", PUBLIC))
    assert [type(event) for event in own] == [type(event) for event in theirs] == [Located]
    assert own[0].cards == (a_card("air", "1"),)
    assert (theirs[0].cards, theirs[0].by, theirs[0].force, theirs[0].who) == ((), "air", "pq", ())
    assert public[0].force == ""
    assert board.state.attacked == []


@rule("pq17", "7.1.1b", "7.1.1c", "6.7")
def test_7_1_1b_an_attack_in_vain_leaves_everything_as_it_was() -> None:
    """No level rises and no fuel burns; the owner hears that aircraft looked for this block, and sees no card."""
    prey = force("t", "allied", "task_force", OPEN, "kent", fuel=Fuel(20))
    unit = AirUnit("ju_88", 2, id="ju", base="banak", mission="attack", at=OPEN)
    board = facing(prey, air=[unit], level=0)
    board.phase.attacks = (Strike(("ju",), contact_name(prey)),)
    play(air_combat(board), cards=[a_card("air", "-")])
    assert (prey.level, prey.spent, unit.mission, unit.at) == (0, 0, "", "")
    told = {seat: [one for one in heard(board, seat) if isinstance(one, Located)] for seat in ("axis", "allied", "")}
    assert [(one.found, one.cards, one.who) for one in told["allied"] + told[""]] == [(False, (), ()), (False, (), ())]
    assert (len(told["axis"][0].cards), told["axis"][0].who) == (1, ("ju_88",))


@rule("pq17", "7.1.1d")
def test_7_1_1d_an_owner_refuses_by_standing_instruction_alone() -> None:
    card = a_card("air", "+", submarine=False)
    board = bombers(force("tf", "allied", "task_force", OPEN, "victorious"), air("ju_88", "ju", "banak"))
    board.state.instructions["allied"] = Instructions(refuses="always")
    play(air_combat(board), cards=[card])
    assert not heard(board, "axis")[-1].found
    board = bombers(force("tf", "allied", "task_force", OPEN, "victorious"), air("ju_88", "ju", "banak"))
    play(air_combat(board), cards=[card], dice=[(0,), (0, 0)])
    assert next(event for event in heard(board, "axis") if isinstance(event, Located)).found


@rule("pq17", "7.1.1d", "6.2c", position="PP225")
@pytest.mark.parametrize(("at", "found"), [("0717", False), ("0617", True)])
def test_7_1_1d_a_plus_finds_nobody_beside_interceptors(at: str, found: bool) -> None:
    prey = force("c", "allied", "convoy", at, "mv 9")
    assert card_finds(card_of("air", "+"), search_conditions(facing(prey), "axis", prey, "air", soviet=False)) is found


@rule("pq17", "7.1.1d", "6.2d", position="PP226")
@pytest.mark.parametrize(("holding", "found"), [(("dd_project_7 2",), False), (("dd_project_7 2", "kent"), True)])
def test_7_1_1d_the_star_fails_soviet_ships_alone(holding: tuple[str, ...], found: bool) -> None:
    prey, hunter = force("t", "axis", "task_force", OPEN, "lutzow"), force("s", "allied", "task_force", OPEN, *holding)
    board = facing(prey, hunter, side="allied")
    seen = search_conditions(board, "allied", prey, "force", soviet=is_soviet(BOX, hunter))
    assert card_finds(card_of("force", "U", star=True), seen) is found


@rule("pq17", "7.1.1d", "7.5.2a", position="PP301")
def test_7_1_1d_the_star_fails_soviet_ships_that_want_to_join() -> None:
    """A card with the Soviet star, U in the row of forces, in round 2: the Soviet destroyers do not find the battle."""
    board = attacked(
        force("t", "allied", "task_force", OPEN, "norfolk"), force("h", "axis", "task_force", OPEN, "admiral_hipper"),
        force("s", "allied", "task_force", OPEN, "dd_project_7 2"),
    )  # fmt: skip
    board.state.instructions["allied"] = Instructions(
        asks="never", stands="stay", torpedo_round="never", joins="always", intercepts="never"
    )
    star = next(name for name, card in BOX.cards.items() if card.star and card.day.force[0] == "U")
    play(surface_combat(board), cards=[a_card("force", "0"), star], dice=[*misses(3, 4), (9,), *misses(3, 4), (0,)])
    assert len(told(board, "allied", BattleJoined)) == 1
    assert [one.found for one in told(board, "allied", Located)] == [True, False]


@rule("pq17", "7.1.1o", position="PP77")
def test_7_1_1o_the_second_card_by_option() -> None:
    assert cards_to_locate_by_option("task_force", scattered=False, weather="fair", by_aircraft=True) == 1
    assert cards_to_locate_by_option("task_force", scattered=False, weather="fog", by_allied_aircraft=True) == 2
    assert cards_to_locate_by_option("task_force", scattered=False, weather="fog", by_task_force=True) == 2
    assert cards_to_locate_by_option("wolfpack", scattered=False, weather="fair") == 1
    assert cards_to_locate_by_option("wolfpack", scattered=False, weather="fog", by_wolfpack=True) == 2
    assert cards_to_locate_by_option("air", scattered=False, weather="fair") == 2
    assert cards_to_locate_by_option("air", scattered=False, weather="reduced") == 1
    assert cards_to_locate_by_option("air", scattered=False, weather="reduced", by_aircraft=True) == 2
    assert cards_to_locate_by_option("air", scattered=True, weather="storm") == 2


@rule("pq17", "7.1.1o")
def test_7_1_1o_by_option_only_who_follows_this_target_lets_a_second_card_be_drawn() -> None:
    board = facing(
        small_convoy(),
        force("other", "allied", "task_force", OPEN, "norfolk"),
        options=Options(second_card=True),
        sky=Sky("storm"),
    )
    board.state.shadows = [Shadow("other", "aircraft", "u")]
    before = most_cards(board, "air", board.force("pq"))
    board.state.shadows = [Shadow("pq", "aircraft", "u")]
    assert (before, most_cards(board, "air", board.force("pq"))) == (1, 2)


@rule("pq17", "7.1.1o", "7.4.2", position="PP227")
@pytest.mark.parametrize(("weather", "cards"), [("fair", 2), ("reduced", 1)])
def test_7_1_1o_by_option_aircraft_after_boats_have_a_second_card_in_fair_weather(
    weather: WeatherKind, cards: int
) -> None:
    prey = force("p", "axis", "wolfpack", OPEN, "ss_german 2")
    board = facing(prey, side="allied", options=Options(second_card=True), sky=Sky(weather))
    assert most_cards(board, "air", prey) == cards


@rule("pq17", "7.1.1o")
@pytest.mark.parametrize(
    ("follower", "cards"), [("sector", 2), ("aircraft", 2), ("radius", 2), ("task_force", 2), ("", 1)]
)
def test_7_1_1o_allied_ships_gain_by_allied_aircraft(follower: Any, cards: int) -> None:
    prey = force("t", "axis", "task_force", OPEN, "lutzow")
    board = facing(prey, side="allied", options=Options(second_card=True))
    board.state.shadows = [Shadow("t", follower, "x")] if follower else []
    assert most_cards(board, "task_force", prey) == cards
