"""Check the lock files: no host or URL, a hash for every package, and the same versions in both files."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RUN, DEV = ROOT / "requirements.lock", ROOT / "requirements-dev.lock"
ADDRESS = re.compile(r"://|^\s*-|--(extra-)?index-url|--find-links|--trusted-host")
HASH = re.compile(r"^\s+--hash=sha256:[0-9a-f]{64}")
PINNED = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)(\[[^]]+\])?==(?P<version>\S+)(?P<marker> ;[^\\]*)?")


def problems(text: str) -> list[str]:
    """Return the problems of one lock file, each with its line number."""
    found = []
    lines = text.splitlines()
    for number, line in enumerate(lines, start=1):
        if HASH.match(line):
            continue
        if ADDRESS.search(line):
            found.append(f"line {number} names an address or an option: {line.strip()}")
        elif not PINNED.match(line):
            found.append(f"line {number} is no pinned package: {line.strip()}")
        elif not (number < len(lines) and HASH.match(lines[number])):
            found.append(f"line {number} has no hash: {line.strip()}")
    return found


def pins(text: str) -> dict[str, set[str]]:
    """Return the pinned versions of each package, with their markers."""
    found: dict[str, set[str]] = {}
    for line in text.splitlines():
        if match := PINNED.match(line):
            found.setdefault(match["name"], set()).add(match["version"])
    return found


def disagreements(run: str, dev: str) -> list[str]:
    """Return the problems of packages in the server's lock that the developers' lock lacks or has in another version.

    `run` and `dev` are the texts of the two locks.
    """
    ours, theirs = pins(run), pins(dev)
    return [
        f"{name}: {sorted(ours[name])} to run, {sorted(theirs.get(name, set())) or 'missing'} to develop"
        for name in ours
        if not ours[name] <= theirs.get(name, set())
    ]


def main() -> int:
    """Print the problems; return 1 if there are any."""
    run, dev = RUN.read_text(), DEV.read_text()
    found = [f"{path.name}: {problem}" for path in (RUN, DEV) for problem in problems(path.read_text())]
    found += disagreements(run, dev)
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
