"""The seats that may know each leaf of the state. A leaf that no rule covers is hidden from every seat."""

from games.kernel.leaf_rules import LeafAt, key, leaf, own
from games.titles.battleships.state.state import State


def _of_ship(at: LeafAt, seat: str) -> bool:
    """Return True if the seat owns the ship whose id is in the leaf's path, or is the leaf itself."""
    state: State = at.state
    return any(ship.side == seat for ship in state.ships if ship.id in at.keys or ship.id in at.subjects)


LEAVES = (
    leaf("scenario", "11.0"),
    leaf("options.**", "10.0"),
    leaf("turn", "3.1"),
    leaf("sight", "4.1"),
    leaf("ships~", "2.6a"),
    *(leaf(f"ships[].{name}", "2.6a") for name in ("id", "counter", "side", "weapons", "hull", "mended", "torpedoes")),
    *(leaf(f"ships[].{name}", "4.1b") for name in ("at", "heading", "speed")),
    leaf("ships[].reloaded", "10.5"),
    leaf("ships[].turned", "10.11"),
    *(leaf(f"ships[].{name}", "10.1") for name in ("radar", "radar_lost")),
    *(leaf(f"ships[].{name}", "10.12") for name in ("burning", "shaken", "unlit", "jammed", "struck")),
    leaf("ships[].tries", "8.1a", own("side")),
    *(leaf(f"ships[].{name}", "9.2") for name in ("fate", "full")),
    leaf("lights**", "4.3"),
    leaf("markers**", "5.1"),
    *(leaf(name, "11.10") for name in ("bombarding", "bombarded")),
    leaf("chits**", "10.10"),
    leaf("astray[]", "10.10a", _of_ship),
    leaf("spotting**", "10.2"),
    leaf("flags{}", "10.9", key),
    leaf("mines{}**", "10.6", key),
    leaf("struck[]", "10.6"),
    leaf("disheartened**", "10.9a"),
    leaf("stacked**", "10.9b"),
    leaf("plans{}**", "5.1", key),
    leaf("laid**", "7.1", _of_ship),
    *(leaf(name, "9.3b") for name in ("columns_shifted", "rows_shifted")),
    *(leaf(name, "4.1b") for name in ("record.**", "history~", "history[].**")),
    *(leaf(name, "11.13") for name in ("winner", "verdict", "over")),
)
