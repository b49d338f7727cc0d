"""Check that no file matched by `.gitignore` is committed: checking it out would overwrite a developer's own file.

For example a committed link `.venv` would replace the environment of every checkout.
"""

import subprocess
import sys
from pathlib import Path

from tools.launch import ROOT

LISTED = ("git", "ls-files", "--cached", "--ignored", "--exclude-standard")


def ignored(root: Path) -> list[str]:
    """Return the committed or staged files that `.gitignore` matches; [] if there is no repository."""
    if not (root / ".git").exists():
        return []
    shown = subprocess.run(LISTED, cwd=root, check=True, capture_output=True, text=True).stdout
    return shown.splitlines()


def main() -> int:
    """Print the ignored files that are committed; return 1 if there are any."""
    found = ignored(ROOT)
    for name in found:
        sys.stdout.write(f"{name} is ignored by .gitignore, but committed: git rm --cached {name}\n")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
