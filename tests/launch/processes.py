"""Looking at processes from outside."""

from pathlib import Path


def alive(pid: int) -> bool:
    """Whether a process runs; one that nobody has collected yet does not count."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def descendants(pid: int) -> set[int]:
    """All processes below one."""
    found: set[int] = set()
    fresh = {pid}
    while fresh:
        fresh = {child for parent in fresh for child in children(parent)} - found
        found |= fresh
    return found


def children(pid: int) -> set[int]:
    """The processes that a process started and that still run."""
    found: set[int] = set()
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found.update(int(word) for word in path.read_text().split())
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found


def command(pid: int) -> str:
    """The command line of a process."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except (FileNotFoundError, ProcessLookupError):
        return ""
