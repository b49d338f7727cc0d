"""Scenes that many tests begin with: red attacks, and black is asked for a reaction."""

from typing import Any

from games.kernel.chance import HmacChance
from games.kernel.driver import drive, initial_checkpoint
from games.titles.pirates.components.options import Options
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events.rounds import HandDealt
from games.titles.pirates.state.state import State
from tests.titles.pirates.laid_out import BOX, TITLE, Game, Side, begin, lay_out, layout, side

DAY = "collier"
NIGHT = "fog_bank_1"
"""Two cards that are good for an intercept by day and by night."""


def _words(**fields: str) -> str:
    return " ".join(f"{name}={','.join(value.split())}" for name, value in fields.items() if value)


def hunt(
    ship: str = "leopard",
    targets: str = "lovat",
    *,
    by: str = DAY,
    supports: str = "",
    boarding: str = "",
    merchants: str = "",
    hand: str = "qqq",
    **more: Any,
) -> Game:
    """A ship of red intercepts black's merchants; black holds `hand` and is asked for the first merchant."""
    name = ship.partition("+")[0]
    game = lay_out(
        red=side(ship, hand=f"{by} {supports}"),
        black=side(hand=hand, merchants=merchants or targets, pile=more.pop("pile", "")),
        **more,
    )
    plain = " ".join(target.partition("+")[0] for target in targets.split())
    fields = _words(ship=name, targets=plain, supports=supports, boarding=boarding)
    return game.says("red", f"intercept {by} {fields}", "as-planned")


def navy(
    target: str, *, by: str = DAY, supports: str = "", hand: str = "reflag", prize: bool = False, **more: Any
) -> Game:
    """The Royal Navy, led by red, intercepts a ship or prize of black."""
    fleet = side(hand=hand, prizes=target) if prize else side(target, hand=hand)
    game = lay_out(red=side(hand=f"{by} {supports}"), black=fleet, **more)
    fields = _words(target=target.partition("+")[0], supports=supports)
    return game.says("red", f"british {by} {fields}", "as-planned")


def torpedoed(
    by: str = "submarines_u", target: str = "lovat", *, supports: str = "", hand: str, pile: str = "", **more: Any
) -> Game:
    """A submarine of red attacks one of black's merchants."""
    game = lay_out(red=side(hand=f"{by} {supports}"), black=side(hand=hand, merchants=target, pile=pile), **more)
    fields = _words(target=target.partition("+")[0], supports=supports)
    return game.says("red", f"play {by} {fields}", "as-planned")


def played(*lines: str, dice: Any = (), draws: Any = (), **layout: Any) -> Game:
    """Red plays its whole plan at once; `morning` are the dice of ships in refuge before it."""
    morning = layout.pop("morning", ())
    return lay_out(dice=morning, **layout).says("red", *lines, "as-planned", dice=dice, draws=draws)


def three_fleets(hand: str, red: str = "leopard meteor emden") -> Game:
    return lay_out(
        red=side(red, hand=f"{hand} surprise_attack"),
        black=side("dresden wolf seeadler", merchants="lovat maria", hand="qqq amc"),
        white=side("nurnberg berlin cormoran+refuge", merchants="dee otaki", hand="trap reflag"),
        blue=side("konigsberg", hand="qqq_2"),
    )


def team_game(**given: Any) -> Game:
    """Red is about to begin a turn, with white as partner, against black and blue."""
    return lay_out(teams=True, **given)


def exchange(**more: Any) -> Game:
    """Red plays Exchange Information; white has two cards, red two more."""
    game = team_game(
        red=side("emden", hand="exchange_information qqq trap_1"), white=side("wolf", hand="amc_1 reflag_1"),
        black=side(hand="trap_2"), blue=side(hand="amc_2"), **more,
    )  # fmt: skip
    return game.says("red", "play exchange_information", "as-planned")


def set_up(seed: int = 1, **options: Any) -> tuple[State, list[Any]]:
    """A new game at the live player's first question, and what the live player heard."""
    state = TITLE.rules.new_game("solitaire", Options(**options))
    run = drive(TITLE, initial_checkpoint(TITLE, state), (), chance=HmacChance(seed.to_bytes(32, "big")))
    return run.state, [event.event.for_seat("red") for event in run.events]


SCENARIOS = {2: "two_players", 3: "three_players", 4: "four_players"}


def opened(players: int, **options: Any) -> Game:
    """A game that was just opened; red begins."""
    state = TITLE.rules.new_game(SCENARIOS[players], Options(**options))
    asked = "chosen" in (options.get("tournament"), options.get("tournament_merchants"))
    return begin(state, "deal", dice=() if asked else [(10, *range(1, players))])


def round_over(*, three: bool = False, teams: bool = True, **ships: str) -> Game:
    """The end of the first round, with these ships alive."""
    fleets = {seat: side(row) for seat, row in ships.items()}
    return begin(layout(teams=teams, options=Options(carry_over_three=three), **fleets), "carry_over")


def answered(game: Game, dice: Any = (), **answers: str) -> Game:
    """Several seats answer at once."""
    return game.goes_on(*(game.answer(seat, line) for seat, line in answers.items()), dice=dice)


def cards_dealt(game: Game) -> list[str]:
    """How many cards each seat was dealt, red first."""
    return [event.count for event in game.told(HandDealt)]  # type: ignore[misc]


BOTH = Options(fast_raiders=True, prize_supply=True)
KPW = "kronprinz_wilhelm"


def chased(options: Options = BOTH, *, check: Any = (3, 3, 1)) -> Game:
    """Kronprinz Wilhelm takes Lovat in a chase, by the last card of the turn."""
    game = hunt(KPW, "lovat", supports="boarding_party", boarding="lovat", hand="fast_ship", options=options)
    return game.says("black", "fast_ship").says("red", "choose chase", dice=[(8, 2, 4), check])


HAND = "collier scuttle deception interned breakdown rendezvous_missed recon_aircraft recon_aircraft_2 intelligence"


def four(**given: Any) -> Game:
    """Red has laid down attacks and cards of all sorts, and shows them one by one."""
    red = side("emden leopard meteor", hand=f"{HAND} second_chance")
    fleets = {
        "black": side("dresden iltis+identified", merchants="lovat maria hyades", hand="amc trap qqq"),
        "white": side("konigsberg", merchants="dee appam author", hand="amc_2 trap_2 qqq_2"),
        "blue": side("nurnberg", merchants="matheran staut diplomat", hand="slim_pickings"),
    }
    game = lay_out(red=red, **fleets, **given)
    upright = [f"play {card}" for card in f"{HAND} second_chance".split()[2:]]
    return game.says("red", "intercept collier ship=emden", "british scuttle", *upright)


def board_of(**sides: Side) -> Board:
    return Board(layout(**sides), BOX)


def mines(order: str, *, layer: str = "meteor", merchants: str, hand: str = "amc", prizes: str = "") -> Game:
    """A minelayer of red mines black's merchants; black is asked for a Minesweeper."""
    game = lay_out(
        red=side(f"{layer} emden", hand="lay_mines"), black=side(merchants=merchants, prizes=prizes, hand=hand)
    )
    return game.says("red", f"mines lay_mines ship=meteor against=black {order}", "as-planned")


def lanes(targets: str, merchants: str = "hyades maria bowes_castle", *, hand: str = "slim_pickings trap") -> Game:
    """Emden hunts these merchants, and black is asked for the first."""
    return hunt("emden", targets, merchants=merchants, supports="shipping_lanes", hand=hand)


def taken_away(kind: str, target: str, *, hand: str = "reflag trap qqq", prize: bool = False) -> Game:
    """Red plays Interned or Transfer Command on a ship of black."""
    black = side(prizes=target, hand=hand) if prize else side(f"{target} geier", hand=hand)
    game = lay_out(red=side(hand=kind), black=black, white=side(hand="amc"))
    return game.says("red", f"play {kind} target={target.partition('+')[0]}", "as-planned")


FAST = Options(fast_raiders=True)
PEF = "prinz_eitel_friedrich"


def chase(*orders: str, hand: str, dice: Any, prizes: str = "", options: Options = FAST) -> Game:
    """PEF hunts Lovat, who plays Fast Ship, and chases her; the other orders stand before or after `hunt`."""
    red = side(f"{PEF} emden leopard", hand=f"lay_mines {hand}", prizes=prizes)
    game = lay_out(red=red, black=side(merchants="lovat hyades maria", hand="fast_ship qqq"), options=options)
    hunting = f"intercept lay_mines ship={PEF} targets=lovat"
    game.says("red", *(hunting if order == "hunt" else order for order in orders), "as-planned")
    return game.says("black", "fast_ship").says("red", "choose chase", dice=dice)


IDENTIFIED = side("wolf+identified", hand="reflag qqq")


def planned(hand: str, black: Side = IDENTIFIED, *, prize_torpedo: bool = False) -> Game:
    """Red before a turn, with these cards, against one fleet."""
    return lay_out(red=side("emden", hand=hand), black=black, options=Options(prize_torpedo=prize_torpedo))
