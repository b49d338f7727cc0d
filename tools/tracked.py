"""No file that git is told to ignore may be committed: whoever takes such a commit loses his own file of that name.

An environment that is a link, `.venv`, once committed, takes the place of the environment of every checkout it reaches.
"""

import subprocess
import sys
from pathlib import Path

from tools.launch import ROOT

LISTED = ("git", "ls-files", "--cached", "--ignored", "--exclude-standard")


def ignored(root: Path) -> list[str]:
    """Committed files, or files about to be, that `.gitignore` names; none where there is no checkout."""
    if not (root / ".git").exists():
        return []
    shown = subprocess.run(LISTED, cwd=root, check=True, capture_output=True, text=True).stdout
    return shown.splitlines()


def main() -> int:
    """Tell what should not be there; 1 if anything is."""
    found = ignored(ROOT)
    for name in found:
        sys.stdout.write(f"{name} is ignored by .gitignore, but committed: git rm --cached {name}\n")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
