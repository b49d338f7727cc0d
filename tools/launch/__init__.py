"""Behind `./run`: the environment, the supervisor, the services for tests, the checks.

Standard library only. `main`, `arguments` and `environment` run before anything is installed; the rest runs inside
the virtual environment, and imports what is not of the standard library only where it is used.
"""

from pathlib import Path

#: The checkout: everything runs from here.
ROOT = Path(__file__).resolve().parent.parent.parent


class LaunchError(Exception):
    """Something that the person at the terminal can put right; the message says how."""
