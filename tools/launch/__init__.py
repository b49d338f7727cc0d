"""The code behind `./run`: the environment, the supervisor, the services for tests, the checks.

`main`, `arguments` and `environment` run before any package is installed, so they import only the standard library. The
other modules run in the virtual environment and import other packages only where they use them.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
"""The checkout, in which all commands run."""


class LaunchError(Exception):
    """An error that the user of the command can fix; the message says how."""
