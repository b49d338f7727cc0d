"""6.0 What the players may agree on beforehand, and which agreements exclude each other."""

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The options of a game; every one stands alone, and all may be combined as far as the decks allow.

    `removed` is the number of action cards taken out unseen in every round (2.1.4); None takes the number that belongs
    to the number of players (2.1.1–2.1.3, 5.2.1). `tempo` says whether every reaction is asked as it comes, or planned
    ahead by all at once.
    """

    removed: (
        Annotated[int, Meta(ge=0, le=70, description="2.1.4: action cards taken out of each round unseen")] | None
    ) = None
    first_player: Annotated[
        Literal["dice", "fleet", "live", "phantom"],
        Meta(description="3.1: highest die, or weakest fleet; 5.2.3: in the solitaire game also by decision"),
    ] = "dice"
    tempo: Annotated[
        Literal["interactive", "sealed"],
        Meta(description="Each reaction asked as it comes, or plan and reaction plans at the same time, sealed"),
    ] = "interactive"
    phantom_targets: Annotated[
        Literal["random", "best", "player"],
        Meta(description="5.4.3: how the phantom's targets are found where its card leaves them open"),
    ] = "random"
    coal_hogs: Annotated[bool, Meta(description="6.1: ships with the coal symbol run out of supply more easily")] = (
        False
    )
    sail: Annotated[bool, Meta(description="6.2: Seeadler is under sail")] = False
    aircraft: Annotated[bool, Meta(description="6.3: Wolf carries an aircraft")] = False
    tournament: Annotated[
        Literal["off", "random", "chosen"],
        Meta(description="6.4: equal fleets in the first round; the cruisers dealt at random or chosen (6.4.1)"),
    ] = "off"
    tournament_merchants: Annotated[
        Literal["random", "chosen"],
        Meta(description="6.4.3: with 6.4, the merchants dealt at random or chosen"),
    ] = "random"
    after_1914: Annotated[bool, Meta(description="6.5: only ships that still sailed in 1915")] = False
    without_breakout: Annotated[
        bool, Meta(description="6.5.3: with 6.5 and four players, three Breakout cards are taken out")
    ] = False
    without_lost_merchants: Annotated[
        bool, Meta(description="6.5.4: with 6.5, the nineteen merchants lost in 1914 are taken out")
    ] = False
    fast_raiders: Annotated[bool, Meta(description="6.6: five fast raiders")] = False
    carry_over_three: Annotated[bool, Meta(description="6.7: up to three ships are carried over")] = False
    cumulative_damage: Annotated[bool, Meta(description="6.8: damage adds up")] = False
    prize_torpedo: Annotated[bool, Meta(description="6.9: prizes may be torpedoed by mistake")] = False
    pursuit: Annotated[bool, Meta(description="6.10: pursuit into shallow water")] = False
    sailing_merchants: Annotated[bool, Meta(description="6.11: twelve merchants are under sail")] = False
    prize_supply: Annotated[bool, Meta(description="6.12: prizes supply their captors")] = False
