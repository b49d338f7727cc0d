"""Run ``manage.py receive_mail`` so that no failure loses a message; needs only the standard library.

Mail servers bounce or drop a message if the program ends with an unknown exit code; with 75 (EX_TEMPFAIL) they keep it
and retry.
"""

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

COMMAND = "receive_mail"
_KNOWN = (None, os.EX_OK, os.EX_DATAERR, os.EX_TEMPFAIL)
"""The exit codes that `receive_mail` sets itself."""


def is_receive_mail(words: Sequence[str]) -> bool:
    """Return True if these arguments of manage.py run `receive_mail`."""
    return list(words[:1]) == [COMMAND] and not {"-h", "--help"} & set(words)


def run_without_loss(run: Callable[[], None], home: Path) -> None:
    """Run the command; raise SystemExit with 75 for each failure for which the command sets no exit code.

    `home` is the folder that contains the data folder ``var``, unless the environment names another data folder.
    """
    missing = list(find_missing_configuration(os.environ, home))
    if missing:
        _try_again("; ".join(missing))
    try:
        run()
    except SystemExit as end:
        if end.code not in _KNOWN:
            _try_again(str(end.code) if isinstance(end.code, str) else f"ended with {end.code}")
        raise
    except Exception as error:  # noqa: BLE001  # whatever it is, the message must come again
        _try_again(f"{type(error).__name__}: {error}")


def find_missing_configuration(environ: Mapping[str, str], home: Path) -> Iterator[str]:
    """Yield the parts of a deployed server's configuration that are missing: settings, data folder, key, database."""
    if not environ.get("PBEM_MAIL_REPLY_ADDRESS"):
        yield "PBEM_MAIL_REPLY_ADDRESS is not set: give this program the settings of the server"
    data = Path(environ.get("PBEM_DATA_DIR") or home / "var")
    if not data.is_dir():
        yield f"PBEM_DATA_DIR: there is no folder {data}"
        return
    if not environ.get("PBEM_SECRET_KEY") and not (data / "secret_key").exists():
        yield f"PBEM_SECRET_KEY is not set, and {data} holds no key"
    if not environ.get("DATABASE_URL") and not (data / "sealed.sqlite3").exists():
        yield f"DATABASE_URL is not set, and {data} holds no database"


def _try_again(why: str) -> None:
    sys.stderr.write(f"receive_mail: not taken, to be brought again: {why}\n")
    sys.exit(os.EX_TEMPFAIL)
