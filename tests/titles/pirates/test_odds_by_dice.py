"""3.2.3 to 3.2.7 The chances that forms show are the frequencies of the rules' own rolls, over all dice."""

from collections.abc import Awaitable, Callable
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from msgspec import structs

from games.kernel.codec import decode, encode
from games.kernel.drafts import PreviewLine
from games.kernel.odds import Odds
from games.titles.pirates.components.box import Coin
from games.titles.pirates.orders.chances import challenge_odds_for
from games.titles.pirates.orders.occasions import Attack
from games.titles.pirates.rules.attack import british, evasion, intercepts, odds, passage, weapons
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events.attack import Challenged, Fought
from games.titles.pirates.state.state import State
from tests.titles.every_throw import every_end
from tests.titles.pirates.laid_out import BOX, Game, card, lay_out, side

rule = pytest.mark.rule
Work = Callable[[Board], Awaitable[Any]]


def at_sea(hand: str = "collier recon_aircraft") -> Game:
    return lay_out(
        red=side("emden wolf+damaged+unsupplied", hand=hand),
        black=side("leopard+identified", merchants="lovat maria+damaged", prizes="dee+identified", hand="qqq"),
    )


def lines(game: Game, *orders: str) -> list[PreviewLine]:
    form = game.question("red").form
    text = "\n".join(orders)
    for kind in BOX.kinds:
        text = text.replace(f"{kind} ", f"{card(kind)} ").replace(f"={kind}\n", f"={card(kind)}\n")
    return [line for line in form.preview(form.parse(text)).lines if line.odds is not None]


def frequencies(game: Game, work: Work) -> dict[str, Fraction]:
    """How often each result of the first fight comes, over all dice."""

    def make() -> Board:
        return Board(decode(encode(game.state), State), BOX)

    async def run(board: Board) -> None:
        await work(board)

    found: dict[str, Fraction] = {}
    for weight, board in every_end(make, run):
        events = [told.variants[0].event for told in board.told]
        (fight,) = [one for one in events if isinstance(one, Fought | Challenged)]
        result = fight.outcome if isinstance(fight, Fought) else str(fight.success)
        found[result] = found.get(result, Fraction(0)) + weight
    return found


def near(shown: int, real: Fraction) -> bool:
    """Whether a chance in thousandths is this frequency."""
    return abs(Fraction(shown) - 1000 * real) <= 2


def agrees(shown: Odds, found: dict[str, Fraction]) -> None:
    names = {"sunk": "sunk", "captured": "captured", "damaged": "damaged", "none": "no effect"}
    chances = {one.name.en: one.chance for one in shown.outcomes}
    for key, name in names.items():
        assert near(chances.get(name, 0), found.get(key, Fraction(0))), (key, chances, found)


def attack(ship: str, target: str, *, supports: tuple[str, ...] = (), night: bool = False) -> Attack:
    return Attack("red", "intercept", card("collier"), target, ship, night, tuple(map(card, supports)))


@rule("pirates", "3.2.4.1")
@rule("pirates", "3.2.7.3")
@rule("pirates", "3.2.7.4")
@pytest.mark.parametrize("ship", ["emden", "wolf"])
@pytest.mark.parametrize("target", ["lovat", "maria"])
def test_an_intercept(ship: str, target: str) -> None:
    game = at_sea()
    (line,) = lines(game, f"intercept collier_1 ship={ship} targets={target}")
    assert line.odds is not None
    made = attack(ship, target)
    found = frequencies(game, lambda board: intercepts._fire(board, made, board.vessel(target), (), spared=False))
    agrees(line.odds, found)
    rules = {"3.2.7.4"} if target == "maria" else set()
    assert {one.rule for one in line.odds.modifiers} == rules | ({"3.2.7.3", "3.2.7.4"} if ship == "wolf" else set())
    assert target in line.text.en


@rule("pirates", "3.3.44")
@rule("pirates", "3.3.3")
def test_supports_change_the_odds_before_the_plan_is_submitted() -> None:
    game = at_sea("collier surprise_attack boarding_party")
    order = "intercept collier_1 ship=emden targets=lovat supports=surprise_attack_1,boarding_party_1"
    (line,) = lines(game, order)
    assert line.odds is not None
    made = attack("emden", "lovat", supports=("surprise_attack", "boarding_party"))
    found = frequencies(game, lambda board: intercepts._fire(board, made, board.vessel("lovat"), (), spared=True))
    agrees(line.odds, found)
    assert found["captured"] > 0
    assert "3.3.44" in {one.rule for one in line.odds.modifiers}


@rule("pirates", "3.2.3")
def test_an_intercept_by_the_royal_navy() -> None:
    game = at_sea()
    (line,) = lines(game, "british collier_1 target=leopard")
    assert line.odds is not None
    made = Attack("red", "british", card("collier"), "leopard", night=card("collier") in BOX.night)
    coin = BOX.kinds["collier"].intercept
    agrees(line.odds, frequencies(game, lambda board: british._fire(board, made, coin, (), board.vessel("leopard"))))


@rule("pirates", "3.3.42")
def test_a_torpedo() -> None:
    game = at_sea("submarines_u")
    (line,) = lines(game, "play submarines_u_1 target=lovat")
    assert line.odds is not None
    made = Attack("red", "torpedo", card("submarines_u"), "lovat")
    agrees(
        line.odds,
        frequencies(game, lambda board: weapons._hit(board, made, BOX.kinds["submarines_u"].torpedo, "lovat")),
    )


@rule("pirates", "3.2.2")
@rule("pirates", "3.3.5")
def test_a_defender_sees_the_attack_and_the_chance_of_each_reaction() -> None:
    game = lay_out(
        red=side("wolf", hand="amc"),
        black=side(merchants="lovat", hand="break_contact fast_ship amc_2 trap shallow_run"),
    )
    game.says("red", "intercept amc ship=wolf targets=lovat", "as-planned")
    form: Any = game.question("black").form
    made = attack("wolf", "lovat")
    (against,) = form.odds[""]
    found = frequencies(game, lambda board: intercepts._fire(board, made, board.vessel("lovat"), (), spared=False))
    agrees(against, found)
    evading = card("break_contact")
    (shown,) = form.odds[evading]
    found = frequencies(game, lambda board: evasion.break_contact(board, "black", evading, made, board.vessel("lovat")))
    assert near(shown.outcomes[0].chance, found["True"])
    (fast,) = form.odds[card("fast_ship")]
    assert "3.3.13" in {one.rule for one in fast.modifiers}
    assert fast.outcomes[0].chance < against.outcomes[0].chance
    told = [odds.note.en for shown in form.odds.values() for odds in shown]
    assert not any(told), "the defender decides about the reactions"
    assert len(form.odds[card("trap")]) == len(form.odds["amc_2"]) == 2
    assert [line.odds for line in form.preview(None).lines] == [against]
    assert [line.odds for line in form.preview(card("break_contact")).lines] == list(form.odds[card("break_contact")])


SMALL = {"challenge": (3,), "response": (2,), "gun": (4,), "defence": (2,)}


@rule("pirates", "3.3.28")
@rule("pirates", "3.3.28.1")
@rule("pirates", "3.3.34")
@pytest.mark.parametrize("charges", [(5,), ()])
def test_a_q_ship_against_a_submarine(charges: Coin) -> None:
    """With small dice all throws of the whole hunt can be tried, with and without depth charges."""
    game = lay_out(red=side("wolf"), black=side(merchants="lovat", hand="q_ship"))
    hunter = structs.replace(BOX.kinds["q_ship"], depth_charge=charges, **SMALL)
    submarine = structs.replace(BOX.kinds["submarines_u"], torpedo=(5,), gun=(4, 2), defence=(3,))
    box = structs.replace(BOX, kinds=BOX.kinds | {"q_ship": hunter, "submarines_u": submarine})
    made = Attack("red", "torpedo", card("submarines_u"), "lovat")

    def make() -> Board:
        return Board(decode(encode(game.state), State), box)

    shown, bait = odds.reaction_odds(make(), made, (card("q_ship"),))[card("q_ship")]
    found: dict[str, Fraction] = {}

    async def hunt(board: Board) -> None:
        await weapons.hunt_submarine(board, card("q_ship"), "black", made, submarine.torpedo)

    names = {(True, False): "submarine sunk", (True, True): "both sunk", (False, True): "Q-Ship sunk"}
    for weight, board in every_end(make, hunt):
        mine, theirs = (bool(board.fleet(seat).pile) for seat in ("black", "red"))
        name = names.get((mine, theirs), "no effect")
        found[name] = found.get(name, Fraction(0)) + weight
    assert {one.name.en for one in shown.outcomes} == set(found)
    assert all(near(one.chance, found[one.name.en]) for one in shown.outcomes)
    assert near(bait.outcomes[0].chance, Fraction(1, 2))


@rule("pirates", "3.3.28")
def test_the_owner_of_a_merchant_sees_the_chances_of_a_q_ship() -> None:
    game = lay_out(red=side("wolf", hand="submarines_u"), black=side(merchants="lovat", hand="q_ship razzle_dazzle"))
    game.says("red", "play submarines_u_1 target=lovat", "as-planned")
    form: Any = game.question("black").form
    hunt, bait = form.odds[card("q_ship")]
    assert (hunt.means.en, bait.means.en) == ("Q-Ship against the submarine", "Bait")
    assert sum(one.chance for one in hunt.outcomes) == 1000
    assert form.preview(card("q_ship")).lines[0].odds == hunt


@rule("pirates", "3.2.6.1")
def test_a_safe_passage() -> None:
    game = at_sea()
    coins = BOX.merchants["dee"]
    shown = challenge_odds_for(coins.challenge, coins.response, passage.PASSAGE, "3.2.6.1")
    found = frequencies(game, lambda board: passage.try_passage(board, "dee", "red"))
    assert near(shown.outcomes[0].chance, found["True"])


async def _mined(made: Attack, coin: Coin, target: str, board: Board) -> None:
    await weapons._hit(board, made, coin, target)


@rule("pirates", "3.3.21")
def test_mines_strike_all_merchants_of_a_fleet() -> None:
    game = at_sea("submarines_uc")
    found = lines(game, "play submarines_uc_1 target=black")
    coin = BOX.kinds["submarines_uc"].mine
    made = Attack("red", "mines", card("submarines_uc"), "black")
    safe = Fraction(1)
    for target in ("lovat", "maria"):
        fates = frequencies(game, partial(_mined, made, coin, target))
        safe *= 1 - fates.get("sunk", Fraction(0))
    (line,) = found
    assert line.odds is not None
    assert near(line.odds.outcomes[0].chance, (1 - safe))


def test_pairs_of_the_question_are_known_by_name() -> None:
    game = at_sea()
    pairs = {(one.attacker, one.target) for one in game.question("red").form.list_odds()}
    assert {("emden", "lovat"), ("wolf", "maria")} <= pairs
