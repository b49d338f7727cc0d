"""The final table of a chaos run: injected faults, the server's throughput during them, and recovery times."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence

from bench.chaos.book import Book, Harm
from bench.chaos.office import Office
from bench.chaos.stored import Stored
from bench.chaos.verdict import Finding, tally
from bench.report import quantile

Row = tuple[str, object]


def table(book: Book, stored: Stored, office: Office, findings: list[Finding], seconds: float) -> str:
    """Return the final table of a chaos run as text; `seconds` is the duration of the run."""
    parts: list[tuple[str, list[Row]]] = [
        (f"Done to the server in {seconds / 60:.1f} minutes", _harms(book)),
        ("Trouble that senders of mail met", sorted(office.met.items())),
        ("Done by players and umpires", sorted(book.count.items())),
        ("What came of it", _work(book, stored, office)),
        ("Seconds from the end of a harm, median / worst", _recoveries(book, stored, office)),
        ("Not accounted for", list(tally(findings).items())),
    ]
    width = max(len(str(name)) for _, rows in parts for name, _ in rows)
    lines: list[str] = []
    for title, rows in parts:
        lines += ["", title, *(f"  {str(name).ljust(width)}  {value}" for name, value in rows)]
    return "\n".join(lines[1:])


def _harms(book: Book) -> list[Row]:
    counted = Counter((harm.part, harm.what) for harm in book.harms)
    by_part: defaultdict[str, list[str]] = defaultdict(list)
    for (part, what), times in sorted(counted.items()):
        by_part[part].append(f"{times} × {what}")
    return [("all", len(book.harms)), *((part, ", ".join(whats)) for part, whats in sorted(by_part.items()))]


def _work(book: Book, stored: Stored, office: Office) -> list[Row]:
    arrived, copies = len(office.taken), sum(office.taken.values()) - len(office.taken)
    return [
        ("games", ", ".join(f"{times} {status}" for status, times in _statuses(stored))),
        ("titles and scenarios", len({table.name.partition(": ")[2] for table in stored.tables})),
        ("answers confirmed", len(book.promises)),
        ("answers in journals", sum(len(e.given) for s in stored.segments for e in s.entries)),
        ("steps written", len(stored.segments)),
        ("of these after a rewind / a hold", f"{_caused(stored, 'rewind')} / {_caused(stored, 'hold')}"),
        ("letters owed", len(stored.owed)),
        ("letters that became", ", ".join(f"{n} {s}" for s, n in Counter(o.status for o in stored.owed).items())),
        ("letters that arrived", f"{arrived}, and {copies} copies under their Message-ID"),
    ]


def _statuses(stored: Stored) -> list[tuple[str, int]]:
    return Counter(table.status for table in stored.tables).most_common()


def _caused(stored: Stored, cause: str) -> int:
    return sum(segment.cause == cause for segment in stored.segments)


def _recoveries(book: Book, stored: Stored, office: Office) -> list[Row]:
    """Return the times from the end of a fault to the next confirmed answer, step, and delivered e-mail."""
    sources = {
        "to the next confirmed answer": sorted(book.confirmed_at),
        "to the next step": sorted(segment.at for segment in stored.segments),
        "to the next letter taken": sorted(office.taken_at),
    }
    return [(name, _worst(book.harms, times)) for name, times in sources.items()]


def _worst(harms: Sequence[Harm], times: list[float]) -> str:
    """Return the median and the longest time from the end of a fault to the next of `times`, as text.

    It names the fault with the longest time, and other faults during that time.
    """
    nexts = [(bisect_left(times, harm.over), harm) for harm in harms]
    found = [(times[place] - harm.over, harm) for place, harm in nexts if place < len(times)]
    if not found:
        return "nothing to tell"
    longest, first = max(found, key=lambda one: one[0])
    middle = quantile([seconds for seconds, _ in found], 0.5)
    end = first.over + longest
    also = [one for one in harms if one is not first and one.began < end and one.over > first.over]
    names = "; ".join(f"{one.part}: {one.what}" for one in (first, *also))
    return f"{middle:.1f} / {longest:.1f} ({names})"
