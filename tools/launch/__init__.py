"""The code behind `./run`: the environment, the supervisor, the services for tests, the checks.

`main`, `arguments` and `environment` run before anything is installed, so they import the standard library only. The
rest runs in the virtual environment and imports other packages only where it uses them.
"""

from pathlib import Path

#: The checkout: everything runs from here.
ROOT = Path(__file__).resolve().parent.parent.parent


class LaunchError(Exception):
    """An error that the user of the command can fix; the message says how."""
