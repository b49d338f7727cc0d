"""The start-up step of `./run serve`: tables, static files, an administrator, the demonstration game.

It runs with the server's environment variables, in one process, because each start of Django costs a second.
"""

import gc
import io
import json
import os
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

from tools.launch.serve import REPORT

PAGES = {"Admin": "admin:index", "API": "docs", "Mail sent": "mail"}
"""The pages that the launcher lists at the start, by label: the names of their routes."""

SOURCES = ".sources"
"""The file among the collected static files that stores the digest of their sources."""


def main() -> None:
    """Prepare the database, and report the changes to the launcher in one line."""
    import django

    gc.disable()  # this ends before the search for garbage would pay: it takes a quarter of the time, laying out tables
    django.setup()
    from django.core.management import call_command

    call_command("migrate", interactive=False, verbosity=0)
    collect_static_files()
    _report(pages=_pages(PAGES), **_pages({"home": "home"}))
    if not _make_admin():
        return
    _report(admin=True)  # at once: whatever fails from here on, the password is to be shown
    _report(demo=_seed_demo())


def _report(**facts: Any) -> None:
    print(REPORT + json.dumps(facts), flush=True)


def collect_static_files() -> bool:
    """Collect the static files, which takes seconds, unless none has changed; return True if they were collected."""
    from django.conf import settings
    from django.core.management import call_command

    stamp, sources = Path(settings.STATIC_ROOT) / SOURCES, _static_sources()
    if stamp.exists() and stamp.read_text() == sources:
        return False
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(sources)
    return True


def _static_sources() -> str:
    """Return a digest of the names, sizes and times of all files that would be collected."""
    from django.contrib.staticfiles.finders import get_finders

    found = [
        (path, (file := Path(storage.path(path)).stat()).st_size, file.st_mtime_ns)
        for finder in get_finders()
        for path, storage in finder.list([])
    ]
    return sha256(repr(sorted(found)).encode()).hexdigest()


def _make_admin() -> bool:
    """Create the administrator if there is none yet; return True if one was created."""
    from django.contrib.auth import get_user_model

    players = get_user_model()._default_manager
    if players.filter(is_superuser=True).exists():
        return False
    name, password = os.environ["PBEM_ADMIN_NAME"], os.environ["PBEM_ADMIN_PASSWORD"]
    players.create_superuser(username=name, email=f"{name}@localhost", password=password)
    return True


def _seed_demo() -> str:
    """Create the demonstration game if it was requested, and return the command's output; "" if there is no game."""
    from django.core.management import call_command, get_commands

    if not os.environ.get("PBEM_DEMO") or "seed_demo" not in get_commands():
        return ""
    said = io.StringIO()
    try:
        call_command("seed_demo", verbosity=1, stdout=said)
    except Exception as error:  # noqa: BLE001  # without something to look at, the server is still a server
        print(f"the demonstration game could not be made: {error}", file=sys.stderr)
        return ""
    return said.getvalue().strip()


def _pages(names: dict[str, str]) -> dict[str, str]:
    from django.urls import reverse

    return {label: reverse(name) for label, name in names.items()}


if __name__ == "__main__":
    main()
