"""The short list of survivors that no test can notice, each with its reason: `tests/mutants.toml`."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tools.mutate.mutations import mutants_of

LIST = "tests/mutants.toml"


@dataclass(frozen=True, kw_only=True)
class Explained:
    """A survivor by its place (`file::function`) and mutation, and why nothing can notice it."""

    place: str
    mutation: str
    why: str

    @property
    def key(self) -> tuple[str, str]:
        """As `Mutant.key`."""
        return self.place, self.mutation


def explained(root: Path) -> dict[tuple[str, str], Explained]:
    """The list. Raises TypeError for an entry that lacks one of its three words."""
    entries = tomllib.loads((root / LIST).read_text()).get("survivor", [])
    found = [Explained(**entry) for entry in entries]
    return {entry.key: entry for entry in found}


def outdated(root: Path, entries: Iterable[Explained]) -> list[str]:
    """Entries that name no mutant of the present code: to be taken out or written anew."""
    found = []
    for entry in entries:
        path = entry.place.partition("::")[0]
        mutants = mutants_of(path, (root / path).read_text()) if (root / path).is_file() else []
        if entry.key not in {mutant.key for mutant in mutants}:
            found.append(f"{entry.place}: {entry.mutation}")
    return found
