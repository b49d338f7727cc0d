"""12.9, 13.0e, 13.3 What lasting events do to fights."""

from games.titles.pq17.table.sea import Sea


def is_unrestricted(sea: Sea) -> bool:
    """12.9, 13.0e Whether 7.5.7 does not bind German ships now: by a shown chit or a directive."""
    return sea.state.lasting.no_restrictions or sea.state.turn <= sea.state.lasting.directive


def is_warned(sea: Sea) -> bool:
    """13.3 Whether German forces must try to withdraw from every surface combat."""
    return sea.state.turn <= sea.state.lasting.warning
