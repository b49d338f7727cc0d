"""Build the database of a small server in a temporary folder, and write it as a test file."""

import os
import sys
import tempfile
from base64 import b64encode
from pathlib import Path

import django
from django.core.management import call_command

from tools.keep_packs import release
from tools.launch import ROOT

FOLDER = ROOT / "tests" / "upgrades"
MOST_BYTES = 300_000
KEY = "the secret key of the kept releases"


def main() -> int:
    """Write the file of this release; replace an existing one only with `--again`, and only before the release."""
    path = FOLDER / f"{release()}.json.xz"
    if path.exists() and sys.argv[1:] != ["--again"]:
        print(f"{path.relative_to(ROOT)} exists. Before the release is out, replace it with --again.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="so-release-") as folder:
        content = _database(Path(folder))
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    print(f"{path.relative_to(ROOT)}: {len(content)} bytes")
    return 0 if len(content) <= MOST_BYTES else 1


def _database(folder: Path) -> bytes:
    os.environ |= {
        "DATABASE_URL": f"sqlite:///{folder / 'release.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "pbem.settings",
        "PBEM_DATA_DIR": str(folder),
        "PBEM_LOG_LEVEL": "ERROR",
        "PBEM_MAIL_REPLY_ADDRESS": "orders@example.org",
        "PBEM_SECRET_KEY": KEY,
        "PBEM_SIGNING_KEY": b64encode(bytes(32)).decode(),
        "SEALED_DATA_DIR": "",
    }
    django.setup()
    from tools.keep_release import rows, world  # after the settings

    call_command("migrate", verbosity=0)
    world.build_world()
    kept = rows.dump_database(release())
    print("Without rows:", ", ".join(sorted(kept.columns.keys() - kept.rows.keys())))
    return rows.write_release(kept)


if __name__ == "__main__":
    sys.exit(main())
