#!/usr/bin/env python3
"""Django's management commands. `./run manage COMMAND` does the same, on the data of a running `./run serve`."""

import os
import sys
from pathlib import Path

from worker import receive_mail_pipe

HOME = Path(__file__).resolve().parent
PYTHON = HOME / ".venv" / "bin" / "python"


def main() -> None:
    """Run the command; one that brings a message ends with 75 whatever fails."""
    if receive_mail_pipe.is_receive_mail(sys.argv[1:]):
        receive_mail_pipe.run_without_loss(run, HOME)
    else:
        run()


def run() -> None:
    """Run the command, in the environment that `./run` made if this Python has no Django."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        if not PYTHON.exists() or Path(sys.prefix) == PYTHON.parent.parent:
            sys.exit("Django is not installed here: ./run setup makes the environment.")
        os.execv(PYTHON, [str(PYTHON), *sys.argv])  # noqa: S606  # no shell wanted
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
