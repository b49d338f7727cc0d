"""The lines that changed since a revision."""

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

_FILE = re.compile(r"^\+\+\+ b/(.+)$")
_PIECE = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@")


def changed_lines(root: Path, revision: str) -> Mapping[str, set[int]]:
    """Return by file the numbers of the lines that are new or changed since a revision.

    Raises CalledProcessError if git refuses, for example for an unknown revision.
    """
    command = ["git", "diff", "--unified=0", "--no-color", revision, "--", "*.py"]
    shown = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout
    found: dict[str, set[int]] = {}
    path = ""
    for line in shown.splitlines():
        if match := _FILE.match(line):
            path = match[1]
        elif match := _PIECE.match(line):
            first, count = int(match[1]), int(match[2] or 1)
            found.setdefault(path, set()).update(range(first, first + count))
    return found
