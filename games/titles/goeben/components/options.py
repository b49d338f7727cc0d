"""18.0–23.0 The options of a game, which players agree on before it. All of them can be combined."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Orders = Literal[
    "drawn",
    "atlantic_breakout",
    "austro_hungarian_pact",
    "raid_convoys",
    "italian_alliance",
    "ottoman_alliance",
    "suez_canal",
    "campaign",
]
Fleet = Literal["historical", "moltke", "stralsund", "moltke_and_stralsund", "all_four"]


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The options of a game. `orders` (the mission) counts only if the scenario does not fix the mission."""

    orders: Annotated[
        Orders,
        Meta(description="3.0(5): the mission of a scenario that names none: drawn, chosen, or a campaign of all"),
    ] = "drawn"
    variable_start: Annotated[bool, Meta(description="18.0: the task force starts where a die says")] = False
    fleet: Annotated[
        Fleet,
        Meta(
            description="19.0: Moltke for Goeben (-5 points), Stralsund besides (-10), both, or all four ships (-50); "
            "with four, New Zealand and a second collier come too"
        ),
    ] = "historical"
    austro_hungarian: Annotated[bool, Meta(description="20.0: Austro-Hungarian warships may come out")] = False
    seaplane: Annotated[bool, Meta(description="20.1, 21.2: a battlecruiser may carry a seaplane")] = False
    night: Annotated[bool, Meta(description="22.0: battles may be fought at night")] = False
    mines: Annotated[bool, Meta(description="23.0: light cruisers may carry and lay mines")] = False
    return_on_alert: Annotated[
        bool, Meta(description="11.2.1: ships found by intelligence slip away when the alert level changes")
    ] = False
