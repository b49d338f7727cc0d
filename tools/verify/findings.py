"""Compare an export with what the server signed: changed, not confirmed, or sound."""

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
    """`faults` are contradictions; `unsure`: facts that cannot be confirmed; `notes` are for the user.

    `record` is None if the export is unreadable; `upheld`: the last segment that a signed e-mail confirms.
    """

    record: Record | None = None
    faults: list[str] = field(default_factory=list)
    unsure: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    upheld: int = 0

    @property
    def verdict(self) -> str:
        """``sound``, ``NOT SOUND`` or ``cannot be verified``."""
        return "NOT SOUND" if self.faults else "cannot be verified" if self.unsure else "sound"


def examine(document: Row, letters: list[Said], keys: Keys) -> Findings:
    """Return all findings from comparing the signed e-mails with an export."""
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
    """What the server said of this game and signed, and what has not been altered since."""
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
    """Every mark against the one that the export gives; the first that does not fit says where it was changed."""
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
    """What was changed, by the hints of marks that do not fit."""
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
