"""10.0 The options of a game. All options are independent and can be combined."""

from typing import Annotated

from msgspec import Meta, Struct, structs


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The options of a game. If `as_proposed` is True, the options that the scenario requires are in play, too."""

    as_proposed: Annotated[
        bool, Meta(description="10.0: the options on which the scenario's own rules rest are in play, too")
    ] = True
    radar: Annotated[bool, Meta(description="10.1: radar fire beyond the sighting distance")] = False
    aircraft: Annotated[bool, Meta(description="10.2: spotter aircraft by day")] = False
    crews: Annotated[bool, Meta(description="10.3: good and poor crews")] = False
    arcs: Annotated[bool, Meta(description="10.4: ships whose guns all stand forward")] = False
    reloads: Annotated[bool, Meta(description="10.5: Japanese ships reload their torpedoes once")] = False
    mines: Annotated[bool, Meta(description="10.6: mines, where the scenario has them")] = False
    batteries: Annotated[bool, Meta(description="10.7: shore batteries, where the scenario has them")] = False
    friendly_fire: Annotated[bool, Meta(description="10.8: by night guns fire across friends, at a risk")] = False
    flagship: Annotated[bool, Meta(description="10.9: each side has a secret flagship")] = False
    command: Annotated[bool, Meta(description="10.10: ships that do not get their orders")] = False
    turning: Annotated[bool, Meta(description="10.11: ships that have turned shoot worse")] = False
    special_damage: Annotated[bool, Meta(description="10.12: fire, radar, rudder, bridge and power hits")] = False


NAMES = tuple(name for name in Options.__struct_fields__ if name != "as_proposed")
"""The optional rules, in the order of the rulebook."""


def with_proposed(options: Options, proposed: tuple[str, ...]) -> Options:
    """Return the options in play: the chosen options and, if `as_proposed` is True, also the options in `proposed`."""
    if not options.as_proposed:
        return options
    return structs.replace(options, **dict.fromkeys(proposed, True))
