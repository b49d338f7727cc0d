"""1.0 The optional rules of a game.

All can be combined, except the two that change the turn on which play starts (8.3).
"""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from games.kernel.errors import Problem
from games.kernel.text import Text


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The optional rules of a game. Each field is True if the game uses its rule."""

    training: Annotated[bool, Meta(description="4.3.4, 11.4.1: an Axis task force may put out once for training")] = (
        False
    )
    second_card: Annotated[
        bool, Meta(description="7.1.1: a second locating card only for those who profit from a shadower")
    ] = False
    air_groups: Annotated[bool, Meta(description="7.1.2: aircraft may attack in groups that locate by themselves")] = (
        False
    )
    air_surprise: Annotated[bool, Meta(description="7.2.1: aircraft may surprise the fighters that scramble")] = False
    face_down: Annotated[bool, Meta(description="7.5.9: at night ships stay face down on the battle display")] = False
    destroyer_fate: Annotated[bool, Meta(description="7.9: what becomes of a destroyer that is hit")] = False
    variable_start: Annotated[bool, Meta(description="8.3.1: play starts on a turn that a die names")] = False
    from_day_one: Annotated[bool, Meta(description="8.3.2: play starts on day 1 PM")] = False
    storm_combining: Annotated[
        bool, Meta(description="9.4: in a storm or gale forces combine only after a card that finds")
    ] = False
    soviet_fuel: Annotated[bool, Meta(description="11.1.4: Soviet ships have fuel for six turns")] = False
    historical_forces: Annotated[bool, Meta(description="14: further ships may be bought for victory points")] = False
    carrier_duel: Annotated[bool, Meta(description="14.1: Graf Zeppelin and an Allied carrier strike together")] = False
    green_crews: Annotated[bool, Meta(description="15.4.3: new ships may come early, with green crews")] = False
    sailing_home: Annotated[bool, Meta(description="15.7.5: German ships that are due home must be taken there")] = (
        False
    )


def problems(options: Options) -> Iterator[Problem]:
    """1.0, 8.3 Yield a problem if options exclude each other.

    The options that exclude each other are the start on day 1, and the start on a turn that a die decides.
    """
    if options.variable_start and options.from_day_one:
        text = Text(
            "8.3.1 and 8.3.2 exclude each other: play starts on one turn.",
            "8.3.1と8.3.2は併用できません（開始ターンが決まりません）。",
        )
        yield Problem("/variable_start", "excluded", text, "8.3.1")
        yield Problem("/from_day_one", "excluded", text, "8.3.2")
