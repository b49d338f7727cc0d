"""Compare an export with the items that the server signed, and find what was changed or cannot be confirmed."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from . import dice, follows
from .facts import Row
from .keys import Keys
from .letters import Said
from .record import KINDS, Record, Segment
from .words import read, stored


@dataclass
class Findings:
    """The result of a verification."""

    record: Record | None = None
    """The export; None if it is unreadable."""
    faults: list[str] = field(default_factory=list)
    """Contradictions."""
    unsure: list[str] = field(default_factory=list)
    """What cannot be confirmed."""
    notes: list[str] = field(default_factory=list)
    """Further texts for the user."""
    upheld: int = 0
    """The number of the last segment that a signed e-mail confirms."""

    @property
    def verdict(self) -> str:
        """``NOT SOUND`` (there are faults), ``cannot be verified`` (something is unsure) or ``sound``."""
        return "NOT SOUND" if self.faults else "cannot be verified" if self.unsure else "sound"


def examine(document: Row, letters: list[Said], keys: Keys) -> Findings:
    """Return all findings from comparing the signed items (`letters`) with an export (`document`).

    `keys` are the trusted public keys.
    """
    found = Findings()
    try:
        found.record = Record(document)
        _examine(found.record, letters, keys, found)
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError) as error:
        found.faults.append(f"the record cannot be read: {type(error).__name__}: {error}")
    return found


def _examine(record: Record, letters: list[Said], keys: Keys, found: Findings) -> None:
    genuine = list(_genuine(record, letters, keys, found))
    found.faults += record.faults
    found.faults += [*follows.faults(record), *dice.faults(record), *dice.answers(record)]
    _compare_marks(record, [one for one in genuine if one.mark], found)
    for one in genuine:
        if one.what == "receipt":
            _compare_receipt(record, one, found)
        elif one.what == "dice":
            found.faults += [f"{fault} ({one})" for fault in dice.told(record, one.body)]
    found.unsure += dice.missing(record)
    if not record.is_over:
        found.unsure.append(
            "the game is not over: nothing vouches for its open questions, and for seats and settings now"
        )


def _genuine(record: Record, letters: list[Said], keys: Keys, found: Findings) -> Iterator[Said]:
    """Yield the items about this game that a trusted key has signed and that were not altered; report the others."""
    others = 0
    for one in letters:
        if one.game not in record.ids:
            others += 1
        elif not keys.signed(one):
            found.unsure.append(f"not signed by a key that is trusted: {one}")
        elif not one.is_as_signed():
            found.unsure.append(f"altered since it was signed: {one}")
        else:
            yield one
    if others:
        found.notes.append(f"{others} letters are about other games")
    if not len(keys):
        found.unsure.append("no key: give the first letter of the game, or --key FILE")


def _compare_marks(record: Record, said: list[Said], found: Findings) -> None:
    """Compare the mark in each signed item with the mark computed from the export, and add the findings."""
    upheld, broken = 0, []
    for one in said:
        segment = record.segments.get(record.stops.get((one.seat, one.stop), 0))
        if segment is None:
            found.faults.append(f"stop {one.stop} of {one.seat} is not in the export: {one}")
        elif segment.proof(one.seat, one.stop) == read(one.mark)[:32]:
            upheld = max(upheld, segment.number)
        else:
            broken.append((segment, one))
    found.faults += _changes(upheld, broken)
    found.upheld = upheld
    if not broken and upheld < record.last:
        newer = f"segments {upheld + 1} to {record.last}" if upheld else "anything"
        found.unsure.append(f"no letter vouches for {newer} of the export")
    found.notes.append(f"{len(said) - len(broken)} of {len(said)} marks fit; they reach to segment {upheld}")


def _changes(upheld: int, broken: list[tuple[Segment, Said]]) -> Iterator[str]:
    """Yield the kinds of data that were changed, by segment, from the hints in the marks that do not fit."""
    named: dict[tuple[int, str], Said] = {}
    for segment, one in broken:
        for kind in segment.changed(read(one.mark), one.seat, one.stop):
            named.setdefault((segment.number, kind), one)
    times = {segment.number: segment.at for segment, _ in broken}
    garbled = {number for number in times if all((number, kind) in named for kind in KINDS)}
    for (number, kind), one in sorted(named.items()):
        if number not in garbled:
            yield f"{kind} of segment {number} ({times[number][:16]}) are not what they were: {one}"
    for number in sorted(garbled):
        yield f"segment {number} ({times[number][:16]}) is another one altogether, or its salt is"
    first = min(times, default=0)
    if first and not any(number == first for number, _ in named):
        where = (
            f"between segments {upheld} and {first}" if upheld else f"before segment {first}, or in what was agreed on"
        )
        one = next(one for segment, one in broken if segment.number == first)
        yield (
            f"something was changed {where} (numbers, times, options, dice commitments or nonces, "
            f"seats, settings, questions or the result): {one}"
        )
    if broken:
        yield f"{len(broken)} marks in all do not fit, the first of segment {first}"


def _compare_receipt(record: Record, one: Said, found: Findings) -> None:
    receipt = one.body
    request = next((row for row in record.requests if row["id"] == receipt["decision"]), None)
    if request is None:
        if record.game.get("origin"):
            found.unsure.append(f"the export is of an imported game and has other names for questions: {one}")
        else:
            found.faults.append(f"answers: the question is not in the export: {one}")
        return
    sealed = next((row for row in request["answers"] if row["revision"] == receipt["revision"]), None)
    if sealed is None or dice.answer_of(sealed) != receipt["answer"] or sealed["ready"] != receipt["ready"]:
        found.faults.append(f"answers: what {one.seat} was confirmed is not in the export: {one}")
    elif not stored(sealed["receipt"]):
        found.faults.append(f"answers: the receipt is not in the export: {one}")
