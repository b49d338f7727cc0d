"""Read the gettext catalogues of the languages whose texts are not in the code (those other than English and Japanese).

A language is a folder with compiled catalogues (``locale/de/LC_MESSAGES/*.mo``): in the host's own folder
(`PBEM_LOCALE_DIR`), in the server's `locale/`, and in that of a title. The first catalogue with a translation of a
sentence counts.
"""

import gettext
import os
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def locale_folders() -> list[Path]:
    """Return the folders with catalogues, the most important first: the host's own, the server's, the titles'."""
    own = os.environ.get("PBEM_LOCALE_DIR", "")
    found = [Path(own)] if own else []
    return [*found, ROOT / "locale", *sorted((ROOT / "games" / "titles").glob("*/locale"))]


def read_catalogues() -> Iterator[tuple[str, gettext.GNUTranslations]]:
    """Yield each compiled catalogue with the code of its language: ``pt-br`` for the folder ``pt_BR``."""
    for folder in locale_folders():
        for path in sorted(folder.glob("*/LC_MESSAGES/*.mo")):
            with path.open("rb") as file:
                yield path.parents[1].name.replace("_", "-").lower(), gettext.GNUTranslations(file)
