"""Scenes that many tests begin with: red attacks, and black is asked for a reaction."""

from typing import Any

from tests.titles.pirates.laid_out import Game, lay_out, side

DAY, NIGHT = "collier", "fog_bank_1"
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
