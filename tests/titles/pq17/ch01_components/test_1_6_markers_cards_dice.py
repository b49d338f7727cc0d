"""1.6 to 1.9: markers, cards, dice and planning sheets."""

import pytest

from games.titles.pq17.rules.forces.composition import merge_counters
from games.titles.pq17.rules.forces.deck import draw_cards, shuffle_decks
from games.titles.pq17.rules.search.segment import search
from games.titles.pq17.rules.surface.layout import lay_out_force
from games.titles.pq17.state.battle import Battle
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.dice import dice, die
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch06_search.searches import meeting
from tests.titles.pq17.ch07_combat.surface_battles import cruisers
from tests.titles.pq17.playing import a_card, play
from tests.titles.pq17.strikes import OPEN

rule = pytest.mark.rule


@rule("pq17", "1.6")
@pytest.mark.parametrize("mark", ["crippled", "dead", "towed", "tows", "used", "inoperative", "dispersed"])
def test_1_6_ships_of_a_class_with_a_marker_lie_apart(mark: str) -> None:
    plain, marked = Counter("dd_a_i", 2), Counter("dd_a_i", 1, **{mark: True})
    assert merge_counters([plain, marked]) == [plain, marked]
    assert merge_counters([plain, Counter("dd_a_i", 1)]) == [Counter("dd_a_i", 3)]


@rule("pq17", "1.6", "1.4.2")
def test_1_6_the_enemy_sees_no_mark_that_only_its_owner_knows() -> None:
    oiler = next(name for name, ship in BOX.ships.items() if ship.is_oiler)
    catapult = next(name for name, ship in BOX.ships.items() if ship.role == "mc")
    marked = [Counter(oiler, 2, oil=10), Counter(oiler, 1, used=True), Counter("norfolk", 3, odd=1, inoperative=True)]
    marked += [Counter(catapult, 1, used=True), Counter("dd_a_i", 2, spent=1)]
    board = cruisers()
    board.state.battle = Battle("axis", [], day=True)
    lay_out_force(board.state.battle, "allied", [[one] for one in marked])

    def seen(seat: str) -> list[Counter]:
        shown = view(board, seat).battle
        assert shown is not None
        return [one for unit in shown.units for one in unit.counters]

    assert seen("allied") == marked
    plain = [Counter(oiler, 2), Counter(oiler, 1), Counter("norfolk", 3), Counter(catapult, 1, used=True)]
    plain.append(Counter("dd_a_i", 2))
    assert seen("axis") == plain, "a fighter from a catapult was seen to start"


@rule("pq17", "1.7", "T.search")
def test_1_7_forty_cards_no_two_alike() -> None:
    assert len(BOX.cards) == 40
    printed = BOX.cards["card_01"]
    assert printed.day.both == ("S", "+", "-", "-")
    assert printed.day.air == ("U", "U", "U", "U")
    assert (printed.day.gain, printed.day.photo) == ((3, 2, 1, 1), (True, True, True, False))
    assert printed.night.gain == (3, 1, 1, 1)
    assert (printed.disperses, printed.halts, printed.star, printed.day.submarine) == (True, False, False, False)
    damage = printed.damage
    assert (damage.heavy, damage.light, damage.light_more, damage.convoy, damage.convoy_more) == (1, 1, 0, 2, 2)


@rule("pq17", "1.7a")
def test_1_7a_cards_drawn_stay_out_until_the_turn_is_over() -> None:
    board = meeting(force("prey", "allied", "task_force", OPEN, "norfolk"))
    play(search(board), cards=[a_card("force", "-")])
    assert board.state.drawn == {"axis": [a_card("force", "-")]}


@rule("pq17", "1.7a", position="PP11")
def test_1_7a_the_forty_first_card_is_drawn_from_a_whole_deck() -> None:
    board = arctic()

    async def draw(count: int) -> int:
        return len(await draw_cards(board, "axis", count, key="k", rule="1.7a"))

    deck = list(BOX.cards)
    assert play(draw(40), cards=deck).result == 40
    assert len(board.state.drawn["axis"]) == 40
    assert play(draw(1), cards=[deck[7]]).result == 1
    assert board.state.drawn["axis"] == [deck[7]]
    shuffle_decks(board)
    assert board.state.drawn.get("axis", []) == []


@rule("pq17", "1.8")
def test_1_8_a_nought_counts_as_nought() -> None:
    assert play(die(key="any", rule="1.8"), dice=[(0,)]).result == 0
    assert play(dice(3, key="any", rule="1.8"), dice=[(9, 0, 4)]).result == (9, 0, 4)
