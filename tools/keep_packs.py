"""``python -m tools.keep_packs``: store the component data ("packs") of this release as test files, one by title.

Run it for every release. Files in ``tests/packs/`` never change after their release, because games refer to these
bytes. ``tests/store/test_packs.py`` checks that the current rules still play them. Before the first release with stable
formats, packs that are no longer readable are removed.
"""

import os
import tomllib
from pathlib import Path

import django

ROOT = Path(__file__).resolve().parent.parent
PACKS = ROOT / "tests" / "packs"


def release() -> str:
    """Return the version in pyproject.toml."""
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"])


def main() -> None:
    """Store the component data that are shipped with each title, without an operator's replacements, as test files."""
    os.environ["SEALED_DATA_DIR"] = ""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
    django.setup()
    from games import registry  # after the settings

    folder = PACKS / release()
    folder.mkdir(parents=True, exist_ok=True)
    for key in registry.title_keys():
        pack = registry.current_pack(key)
        (folder / f"{key}.pack").write_bytes(pack.content)
        print(f"{key} {release()}: {pack.digest}")


if __name__ == "__main__":
    main()
