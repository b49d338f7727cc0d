"""Accepted survivors, which no test can kill, each with its reason: `tests/mutants.toml`."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tools.mutate.mutations import mutants_of

LIST = "tests/mutants.toml"


@dataclass(frozen=True, kw_only=True)
class Explained:
    """An accepted survivor: a mutation that no test can notice."""

    place: str
    """``file::function``."""
    mutation: str
    """The mutation as `Mutant.mutation` writes it."""
    why: str
    """The reason."""

    @property
    def key(self) -> tuple[str, str]:
        """The key of the accepted mutant, equal to its `Mutant.key`."""
        return self.place, self.mutation


def explained(root: Path) -> dict[tuple[str, str], Explained]:
    """Return the accepted survivors by key. Raises TypeError for an entry with a missing field."""
    entries = tomllib.loads((root / LIST).read_text()).get("survivor", [])
    found = [Explained(**entry) for entry in entries]
    return {entry.key: entry for entry in found}


def outdated(root: Path, entries: Iterable[Explained]) -> list[str]:
    """Return the entries that match no mutant of the current code; remove or rewrite them."""
    found = []
    for entry in entries:
        path = entry.place.partition("::")[0]
        mutants = mutants_of(path, (root / path).read_text()) if (root / path).is_file() else []
        if entry.key not in {mutant.key for mutant in mutants}:
            found.append(f"{entry.place}: {entry.mutation}")
    return found
