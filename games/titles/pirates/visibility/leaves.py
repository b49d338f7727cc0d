"""The seats that may know each leaf of the state. A leaf that no rule covers is hidden from every seat."""

from games.kernel.leaf_rules import LeafAt, everybody, leaf, own, when


def _is_open(at: LeafAt) -> bool:
    """3.1.7, 5.3.1 Return True if discards lie face up: always, except in the solitaire game."""
    return at.state.phantom is None


LEAVES = (
    leaf("options.**", "6.0"),
    *(leaf(name, "2.0") for name in ("round", "over")),
    *(leaf(name, "3.1") for name in ("turns", "starter")),
    leaf("fleets~", "2.2"),
    leaf("fleets[].seat", "2.2"),
    *(leaf(f"fleets[].{name}**", "2.2.1") for name in ("ships", "merchants", "prizes")),
    leaf("fleets[].pile**", "3.1.8"),
    leaf("fleets[].hand**", "2.2.1", own("seat")),
    leaf("fleets[].weather", "3.3.14"),
    leaf("fleets[].reports**", "3.3.17", own("seat")),
    leaf("fleets[].reaction_plan**", "3.2.2", own("seat"), shows=everybody),
    leaf("fleets[].carried", "2.4.1"),
    leaf("fleets[].round_points**", "2.3.3"),
    leaf("fleets[].victory_points**", "2.3.3.3"),
    leaf("fleets[].partner", "4.0"),
    leaf("fleets[].skipped", "3.3.4"),
    leaf("discards**", "3.1.7", when(_is_open)),
    leaf("left_out**", "6.5"),
    *(leaf(f"turn.{name}", "3.1") for name in ("seat", "number", "no_draw", "occasions")),
    *(leaf(f"turn.{name}", "3.3.37") for name in ("is_extra", "extra_to_come")),
    leaf("turn.as_planned", "3.2.1", own("seat"), shows=everybody),
    *(leaf(f"turn.assigned[].{name}", "3.2.1.0") for name in ("place", "sideways")),
    *(
        leaf(f"turn.assigned{name}", "3.2.1.0", own("seat"), shows=everybody)
        for name in ("~", "[].card", "[].use.**", "[].passed")
    ),
    leaf("turn.errands**", "3.2.1", own("seat"), shows=everybody),
    leaf("turn.discard_order**", "3.1.5", own("seat"), shows=everybody),
    leaf("turn.played**", "3.2.8.2"),
    leaf("turn.reactions**", "3.2.2.2"),
    *(leaf(f"turn.{name}**", "3.1.3") for name in ("attacked", "engaged", "intercepted")),
    leaf("turn.other", "3.1.4"),
    leaf("turn.exposed", "3.2.3.1"),
    leaf("turn.mended**", "6.8.3"),
    leaf("turn.drained**", "6.12.1"),
    leaf("turn.recallable**", "3.3.30.1"),
    leaf("turn.deceived", "3.3.10"),
    leaf("phantom.used**", "5.4.1"),
    leaf("phantom.scouted", "5.4.3.10"),
    leaf("turn.is_last_card", "5.4.3.5"),
)
