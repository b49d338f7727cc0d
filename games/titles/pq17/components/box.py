"""1.0 Read the components from the bytes of the files in `data/`, and refuse data that break the rules.

All figures are in these files, each marked with its source. An owner of the printed game may replace any file.
"""

import re
from collections.abc import Mapping

from games.titles.pq17.components.campaign import read_campaign
from games.titles.pq17.components.charts import read_charts
from games.titles.pq17.components.checks import check_map, check_units
from games.titles.pq17.components.contents import Box, Sources
from games.titles.pq17.components.numbers import read_areas, read_numbers
from games.titles.pq17.components.operations import check_operation
from games.titles.pq17.components.reading import (
    read_aircraft,
    read_airfields,
    read_cards,
    read_coast,
    read_hexes,
    read_interceptors,
    read_ports,
    read_ships,
    read_situations,
)
from games.titles.pq17.components.scenarios import Operation, read_operation
from games.titles.pq17.components.schedule import check_campaign
from games.titles.pq17.components.special import read_special
from games.titles.pq17.components.waters import Waters
from games.toolkit.rule_texts import without_rule_texts
from games.toolkit.tables import ComponentError

__all__ = ["FILES", "Box", "ComponentError", "load"]

FILES = (
    "aircraft.tsv", "airfields.tsv", "areas.toml", "campaign.toml", "cards.tsv", "charts.toml", "coast.json",
    "fixed.toml", "hexes.tsv", "interceptors.tsv", "ports.tsv", "ships.tsv", "situations.tsv", "special.toml",
)  # fmt: skip
"""All files except those of the operations. Each operation has a file.

`scenario_08_pq17.toml` has the number 8 and the key `pq17`.
"""
_OPERATION = re.compile(r"scenario_(\d\d)_([a-z][a-z0-9]*)\.toml")


def load(files: Mapping[str, bytes]) -> Box:
    """Return the components, read from `files`, which maps file names to contents.

    Raises ComponentError for invalid data; the error names the fault, the file, and the column or row.
    """
    _check_files(files)
    sources: Sources = {}
    charted = read_hexes(files["hexes.tsv"], sources)
    airfields = read_airfields(files["airfields.tsv"], charted, sources)
    aircraft = read_aircraft(files["aircraft.tsv"], sources)
    operations = _operations(files)
    box = Box(
        waters=Waters(charted),
        ports=read_ports(files["ports.tsv"], charted, sources),
        airfields=airfields,
        interceptors=read_interceptors(files["interceptors.tsv"], airfields, aircraft),
        ships=read_ships(files["ships.tsv"], sources),
        aircraft=aircraft,
        cards=read_cards(files["cards.tsv"], sources),
        situations=read_situations(files["situations.tsv"], sources),
        charts=read_charts("charts.toml", files["charts.toml"]),
        numbers=read_numbers("fixed.toml", files["fixed.toml"]),
        special=read_special("special.toml", files["special.toml"]),
        areas=read_areas("areas.toml", files["areas.toml"], charted),
        operations={key: operation for key, (_, operation) in operations.items()},
        campaign=read_campaign("campaign.toml", files["campaign.toml"]),
        coast=read_coast(files["coast.json"]),
        sources=sources,
    )
    check_map(box)
    check_units(box)
    for file, operation in operations.values():
        check_operation(box, file, operation)
    check_campaign(box, "campaign.toml", box.campaign)
    return box


def _check_files(files: Mapping[str, bytes]) -> None:
    """Check that every file is present, and that no other file is. Raises ComponentError."""
    for name in FILES:
        if name not in files:
            raise ComponentError("this file is missing", file=name)
    for name in sorted(without_rule_texts(files)):
        if name not in FILES and not _OPERATION.fullmatch(name):
            raise ComponentError("nobody knows this file", file=name)


def _operations(files: Mapping[str, bytes]) -> dict[str, tuple[str, Operation]]:
    """Return the operations by key, each with the name of its file.

    Raises ComponentError if the number in a file's name differs from the number in the file.
    """
    found: dict[str, tuple[str, Operation]] = {}
    for name in sorted(files):
        called = _OPERATION.fullmatch(name)
        if called is None:
            continue
        operation = read_operation(name, files[name])
        if operation.number != int(called[1]):
            raise ComponentError(f"{called[1]} expected, {operation.number} found", file=name, column="number")
        found[called[2]] = (name, operation)
    numbers = [operation.number for _, operation in found.values()]
    if numbers != list(range(1, len(numbers) + 1)) or not numbers:
        raise ComponentError("the operations are numbered from 1", file="scenario_*.toml", column="number")
    return found
