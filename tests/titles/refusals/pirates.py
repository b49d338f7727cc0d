"""Refusals of the Pirates, each in a position that provokes it."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from typing import Any

import msgspec

from games.kernel.errors import GameError, Problem
from games.titles.pirates.components.options import Options
from games.titles.pirates.orders.forms import KeepForm
from tests.titles.pirates.laid_out import TITLE, Game, in_full, lay_out, side
from tests.titles.pirates.scenes import NIGHT, hunt, opened, played
from tests.titles.refusals.rows import Provoke, answering

CARDS = (
    "collier qqq damage_control breakdown intelligence bounding_main good_hunting_1 good_hunting_2 shipping_lanes"
    " boarding_party surprise_attack_1 surprise_attack_2 searchlight wireless_intercept_1 wireless_intercept_2"
    " recon_aircraft fog_bank_1 fog_bank_2 exchange_information lay_mines submarines_uc scuttle monitor_1 monitor_2"
    " deception"
)


@cache
def _table(**more: Any) -> Game:
    red = side("leopard meteor+refuge emden", hand=more.pop("hand", CARDS))
    weather = more.pop("weather", "")
    black = side("dresden wolf geier+refuge", merchants="lovat maria", hand="qqq", weather=weather)
    return lay_out(red=red, black=black, white=side("iltis+identified", merchants="dee", hand="trap"), **more)


@cache
def _among_partners() -> Game:
    return lay_out(
        teams=True,
        red=side(
            "karlsruhe geier+refuge+unsupplied", prizes="invercoe", hand="collier damage_control recon_aircraft reflag"
        ),
        black=side("emden wolf+identified", merchants="lovat", hand="trap_1"),
        white=side("dresden+damaged leopard+identified+unsupplied", merchants="maria", hand="trap_2"),
        blue=side("berlin", merchants="matheran", hand="amc_2"),
        options=Options(prize_supply=True),
        dice=[(8, 1, 1)],
    )


@cache
def _putting_to_sea() -> Game:
    return lay_out(
        teams=True,
        red=side("wolf+refuge+unsupplied emden", prizes="invercoe", hand="collier"),
        black=side("berlin", merchants="lovat", hand="trap_1"),
        options=Options(prize_supply=True),
        dice=[(1, 1, 8)],
    )


@cache
def _again() -> Game:
    """Red plays another turn."""
    hand = "second_chance second_chance_2 wireless_intercept"
    return played("play second_chance_1", red=side(hand=hand), black=side(hand="qqq"), discards="trap amc")


@cache
def _harbour() -> Game:
    red = side("leopard+unsupplied emden+unsupplied wolf", prizes="lovat dee", hand="collier")
    return lay_out(red=red, black=side(merchants="maria", hand="qqq"), options=Options(prize_supply=True))


@cache
def _in_play() -> Game:
    """Leopard has taken Lovat, and the turn goes on."""
    hand = "collier qqq damage_control breakdown intelligence bounding_main"
    plan = ("intercept collier ship=leopard targets=lovat", "intercept intelligence ship=emden targets=maria")
    game = lay_out(
        red=side("leopard meteor+refuge emden", hand=hand),
        black=side("dresden wolf geier+refuge", merchants="lovat maria", hand="qqq"),
        white=side("iltis+identified", merchants="dee", hand="trap"),
    )
    game.says("red", *plan, "british breakdown").says("red", plan[0])
    game.says("black", "pass", dice=[(1, 1, 1, 8), (1, 1)])
    while game.open() != ["red play"]:
        game.says("black", "stay")
    return game


def _asked(make: Callable[[], Game], seat: str = "red") -> Provoke:
    return answering(lambda: make().question(seat).form, in_full)


def _opened(scenario: str) -> Provoke:
    """Games opened with options, written as a JSON object."""

    def provoke(said: str) -> Iterable[Problem]:
        try:
            TITLE.rules.new_game(scenario, msgspec.json.decode(said, type=Options))
        except GameError as error:
            return error.problems
        return ()

    return provoke


POSITIONS: Mapping[str, Provoke] = {
    "turn": _asked(_table),
    "fog": _asked(partial(_table, weather="fog_bank_3")),
    "partners": _asked(_among_partners),
    "putting to sea": _asked(_putting_to_sea),
    "harbour": _asked(_harbour),
    "in play": _asked(_in_play),
    "no minelayer": _asked(lambda: lay_out(red=side("leopard emden", hand="lay_mines"), black=side(merchants="lovat"))),
    "laid minelayer": _asked(
        lambda: lay_out(red=side("meteor emden", hand="lay_mines"), black=side(merchants="lovat"))
    ),
    "nothing to do": _asked(lambda: lay_out(red=side("leopard", hand="collier"), black=side(merchants="lovat"))),
    "extra turn": _asked(_again),
    "sealed turn": _asked(partial(_table, options=Options(tempo="sealed"))),
    "reaction under sail": _asked(
        lambda: hunt(
            merchants="anne_de_bretagne",
            targets="anne_de_bretagne",
            hand="fast_ship qqq",
            options=Options(sailing_merchants=True),
        ),
        "black",
    ),
    "sideways": _asked(
        lambda: _table(hand="collier breakdown damage_control").says("red", "british collier", "british breakdown")
    ),
    "reaction": _asked(lambda: hunt(by=NIGHT, hand="break_contact minesweeper trap"), "black"),
    "reaction to an aircraft": _asked(
        lambda: hunt("wolf", hand="slim_pickings", options=Options(aircraft=True)), "black"
    ),
    "wishes": _asked(lambda: opened(3, tournament="chosen")),
    "kept ships": answering(lambda: KeepForm.of({"red": ("emden", "wolf", "leopard")}, 1)),
    "a game of two": _opened("two_players"),
    "a game of four": _opened("four_players"),
    "alone": _opened("solitaire"),
}
