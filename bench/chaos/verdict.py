"""Compare what the server confirmed with the stored data, and queued e-mails with delivered ones."""

from base64 import urlsafe_b64decode
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from bench.chaos.book import Book, Promise
from bench.chaos.stored import Owed, Question, Sealed, Segment, Stored
from bench.chaos.wanted import ABOUT_A_STOP, Wanted
from games.kernel.journal import Entry, SeatAnswer
from games.selectors.mail_delivery import HELD_BACK_REASON

SERVER_CHANNELS = frozenset({"standing", "player_default", "default"})
"""The channels of answers that the server gave for a seat."""


class Finding(NamedTuple):
    """A difference between the expected and the actual data."""

    sort: str
    """The kind of finding."""
    text: str
    """The finding in words."""


class Post(NamedTuple):
    """The records of the mail server."""

    taken: Mapping[str, int]
    """The number of copies of each accepted e-mail, by Message-ID."""
    refused: frozenset[str] = frozenset()
    """The Message-IDs of the rejected e-mails."""
    unknown: Mapping[str, int] = {}
    """The number of e-mails to each unknown recipient."""


def judge(book: Book, stored: Stored, post: Post) -> list[Finding]:
    """Return all findings: lost, duplicated or stuck data. Empty if the server worked correctly."""
    parts = (promises(book, stored), outcomes(stored), steps(stored), letters(stored, post), deeds(book, stored))
    return [finding for part in (*parts, replies(book), standstills(stored)) for finding in part]


# --- Answers ----------------------------------------------------------------------------------------------------------
def promises(book: Book, stored: Stored) -> Iterator[Finding]:
    """Yield a finding for each receipt that is not signed, or that matches no stored revision."""
    sealed = {(one.decision, one.revision): one for one in stored.sealed}
    for place, promise in sorted(book.promises.items()):
        where = f"revision {place[1]} of decision {place[0]}"
        found = sealed.get(place)
        if found is None:
            yield Finding("answer lost", f"{where} was confirmed and is not there")
        elif (found.hash, found.answer, found.ready) != (promise.hash, promise.answer, promise.ready):
            yield Finding("answer lost", f"{where} was confirmed, and something else is in its place")
        if not _is_signed(promise, stored.keys):
            yield Finding("receipt", f"the signature under {where} is not good")
    for text in book.contradictions:
        yield Finding("answer doubled", text)


def _is_signed(promise: Promise, keys: Mapping[str, str]) -> bool:
    """Return True if the receipt's signed part names this answer and has a valid signature of the server."""
    text, _, signature = promise.witness.rpartition(" ")
    words = text.split(" ")
    state = "ready" if promise.ready else "draft"
    if f"{promise.decision}/{promise.revision}/{state}/{promise.hash}" not in words or words[-1] not in keys:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(_raw(keys[words[-1]])).verify(_raw(signature), text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def _raw(written: str) -> bytes:
    return urlsafe_b64decode(written + "=" * (-len(written) % 4))


def outcomes(stored: Stored) -> Iterator[Finding]:
    """Yield a finding for each question whose last submitted answer is not in the journal exactly once.

    There is no finding if the answer was withdrawn, or if the question is still open.
    """
    journal, revisions = _Journal(stored.segments), defaultdict(list)
    for one in stored.sealed:
        revisions[one.decision].append(one)
    for question in stored.questions:
        by_people = [one for one in revisions[question.id] if one.channel not in SERVER_CHANNELS]
        last = max(by_people, key=lambda one: one.revision, default=None)
        yield from _outcome(question, last, journal, stored)


def _outcome(question: Question, last: Sealed | None, journal: "_Journal", stored: Stored) -> Iterator[Finding]:
    where = f"decision {question.id} ({question.key}, {question.seat})"
    given = journal.given(question)
    if len(given) > 1:
        yield Finding("answer doubled", f"{where} is answered {len(given)} times in the journal")
    if question.outcome in ("answered", "draft"):
        if last is None or last.withdrawn:
            yield Finding("answer lost", f"{where} was answered with what was taken back")
        elif not any(one.answer == last.answer for one in given):
            yield Finding("answer lost", f"{where} was answered; the journal does not have it")
    elif last is None or last.withdrawn or not last.ready:
        return
    elif not question.outcome:
        if question.revision != last.revision or not question.ready:
            yield Finding("answer lost", f"{where} waits, and has forgotten its answer")
    elif question.outcome != "withdrawn":
        yield Finding("answer lost", f"{where} was answered, and closed as {question.outcome}")
    elif not journal.was_rewound(question) and not journal.has_carried(question, last, stored):
        yield Finding("answer lost", f"{where} was answered, and gone after the release of its game")


class _Journal:
    """The journals of all games, by game and branch."""

    def __init__(self, segments: list[Segment]) -> None:
        self._by_game: defaultdict[str, list[Segment]] = defaultdict(list)
        self._given: defaultdict[tuple[str, int, int, str], list[SeatAnswer]] = defaultdict(list)
        for segment in segments:
            self._by_game[segment.game].append(segment)
            for entry in segment.entries:
                for given in entry.given:
                    self._given[segment.game, segment.branch, entry.number, given.seat].append(given)

    def given(self, question: Question) -> list[SeatAnswer]:
        """Return the answers to a question that the journal contains."""
        return self._given[question.game, question.branch, question.entry, question.seat]

    def was_rewound(self, question: Question) -> bool:
        """Return True if a rewind removed the question."""
        left = self._left_by(question)
        return left is not None and left.cause == "rewind"

    def has_carried(self, question: Question, last: Sealed, stored: Stored) -> bool:
        """Return True if a release from hold kept the answer: in the journal, or on the repeated question."""
        left = self._left_by(question)
        if left is None:
            return False
        place = question.game, left.branch, question.entry, question.seat
        if any(one.answer == last.answer for one in self._given[place]):
            return True
        anew = {one.id for one in stored.questions if _is_again(one, question, left.branch)}
        return any(one.decision in anew and one.answer == last.answer for one in stored.sealed)

    def _left_by(self, question: Question) -> Segment | None:
        """Return the segment with which a game left the branch of a question, or None."""
        later = (one for one in self._by_game[question.game] if one.number > question.stop)
        return next((one for one in later if one.branch > question.branch), None)


def _is_again(one: Question, before: Question, branch: int) -> bool:
    return (one.game, one.branch, one.seat, one.key) == (before.game, branch, before.seat, before.key)


# --- Steps ------------------------------------------------------------------------------------------------------------
def steps(stored: Stored) -> Iterator[Finding]:
    """Yield a finding for each gap in the numbers of journal entries and events, and for each repetition.

    An event, a roll or a question must not be repeated.
    """
    for game, group in groupby(stored.segments, key=lambda one: one.game):
        segments = list(group)
        numbers = [one.number for one in segments]
        for number in sorted(set(range(1, max(numbers) + 1)) - set(numbers)):
            yield Finding("step lost", f"game {game}: {number} is missing")
        for number, times in Counter(numbers).items():
            if times > 1:
                yield Finding("step doubled", f"game {game}: {number} is there {times} times")
        for branch in sorted({one.branch for one in segments}):
            yield from _in_line(game, [one for one in segments if one.branch == branch])
        yield from _rolled_twice(game, segments)
    places = Counter((q.game, q.branch, q.entry, q.seat) for q in stored.questions if q.outcome != "reopened")
    for place, times in places.items():
        if times > 1:
            yield Finding("step doubled", f"{times} questions stand in one place: {place}")


def _in_line(game: str, segments: list[Segment]) -> Iterator[Finding]:
    for before, after in pairwise(segments):
        entry, event = before.first_entry + len(before.entries), before.first_event + before.event_count
        for what, due, found in (("entry", entry, after.first_entry), ("event", event, after.first_event)):
            if found != due:
                sort = "step lost" if found > due else "step doubled"
                yield Finding(sort, f"game {game}: segment {after.number} begins with {what} {found} instead of {due}")
    for segment in segments:
        numbers = [entry.number for entry in segment.entries]
        if numbers != list(range(segment.first_entry, segment.first_entry + len(numbers))):
            yield Finding("step doubled", f"game {game}: the entries of segment {segment.number} are not in line")


def _rolled_twice(game: str, segments: list[Segment]) -> Iterator[Finding]:
    known: dict[tuple[int, int], Entry] = {}
    for entry in (entry for segment in segments for entry in segment.entries if entry.draw):
        first = known.setdefault(entry.draw or (0, 0), entry)
        if (first.drawn, first.of) != (entry.drawn, entry.of):
            yield Finding("step doubled", f"game {game}: dice {entry.draw} fell twice, and differently")


# --- Letters ----------------------------------------------------------------------------------------------------------
def letters(stored: Stored, post: Post) -> Iterator[Finding]:
    """Yield a finding for each e-mail that is lost without a recorded reason, unexpected, or missing for a seat."""
    rows = {one.message_id: one for one in stored.owed}
    bounced = Counter(one.address for one in stored.owed if one.status == "bounced")
    for one in stored.owed:
        if one.status == "merged":
            yield from _never_told(one, stored)
        elif one.message_id not in post.taken and (why := _unexplained(one, post)):
            yield Finding("letter lost", f"{one.message_id} to {one.address} ({one.kind}) {why}")
    for address, times in bounced.items():
        if times > post.unknown.get(address, 0):
            yield Finding("letter lost", f"{times} letters to {address} bounced; the mail server knows of fewer")
    for message_id in sorted(set(post.taken) - set(rows)):
        yield Finding("letter doubled", f"nobody owes {message_id}")
    yield from _left_out(stored)
    yield from _never_written(stored)


def _never_told(one: Owed, stored: Stored) -> Iterator[Finding]:
    """Yield a finding for news that was merged into a later e-mail, if there is no such e-mail."""
    for later in stored.owed:
        same = (later.game, later.seat, later.address) == (one.game, one.seat, one.address)
        if same and later.stop > one.stop and later.kind in ("stop", "over") and later.status != "merged":
            return
    yield Finding("letter lost", f"{one.message_id} to {one.address} is told in no later letter")


def _unexplained(one: Owed, post: Post) -> str:
    """Return what is wrong with an e-mail that was not delivered; "" if there is a good reason."""
    if one.status == "dropped":
        held_back = one.error == HELD_BACK_REASON and post.unknown.get(one.address, 0) > 0
        return "" if held_back or one.left or one.kind in ("reminder", "advice") else f"was dropped: {one.error}"
    if one.status == "bounced":
        return ""  # they are counted by address
    if one.status == "failed" and one.message_id in post.refused:
        return ""
    return f"is {one.status} and did not arrive: {one.error[:120]}"


def _left_out(stored: Stored) -> Iterator[Finding]:
    """Yield a finding for each question to a player that no e-mail reports."""
    steady = {(table.id, role) for table in stored.tables for role in table.steady}
    told = {(one.game, one.stop, one.seat) for one in stored.owed}
    for question in stored.questions:
        asked = question.outcome not in ("standing", "own_default")
        place = question.game, question.seat
        if asked and place in steady and (question.game, question.stop, question.seat) not in told:
            yield Finding("letter lost", f"no letter tells {question.seat} of decision {question.id}")


def _never_written(stored: Stored) -> Iterator[Finding]:
    """Yield a finding for news, notices, messages, advice and reminders that no e-mail reports."""
    rows: defaultdict[tuple[str, str], list[Owed]] = defaultdict(list)
    for row in stored.owed:
        rows[row.game, row.seat].append(row)
    for one in stored.wanted:
        if not any(_is_it(one, row) for row in rows[one.game, one.seat]):
            yield Finding("letter lost", f"no letter tells {one.seat} of {one.what}")


def _is_it(one: Wanted, row: Owed) -> bool:
    if row.stop == one.along and row.kind in ABOUT_A_STOP:
        return True
    places = ((one.reference, row.reference), (one.seat_stop, row.seat_stop))
    return row.kind in one.kinds and all(wished in (None, found) for wished, found in places)


# --- The rest ---------------------------------------------------------------------------------------------------------
def deeds(book: Book, stored: Stored) -> Iterator[Finding]:
    """Yield a finding for umpire actions not announced exactly once, and for lost games, press and standing orders."""
    for reason in sorted(book.deeds):
        if not stored.deeds[reason]:
            yield Finding("deed lost", reason)
    for reason, times in stored.deeds.items():
        if times > 1:
            yield Finding("deed doubled", f"{reason}: {times} times")
    for text in sorted(book.said | set(stored.said)):
        if stored.said[text] != 1 and (text in book.said or stored.said[text] > 1):
            yield Finding("message", f"{text} is there {stored.said[text]} times")
    for game in sorted(book.games - {table.id for table in stored.tables}):
        yield Finding("deed lost", f"game {game}")
    yield from _orders(book, stored)


def _orders(book: Book, stored: Stored) -> Iterator[Finding]:
    """Yield a finding for each lost standing order.

    It stays until it is withdrawn, its player leaves, or a newer standing answer replaces it.
    """
    steady = {(table.id, role) for table in stored.tables for role in table.steady}
    for one in book.orders.values():
        if one.id in stored.orders:
            if one.id in book.removed:
                yield Finding("order", f"standing order {one.id} was taken back and is there")
        elif one.id in book.removing or (one.game, one.seat) not in steady:
            continue
        elif (one.game, one.seat, one.kind) not in stored.kept:
            yield Finding("order", f"standing order {one.id} ({one.kind}) was confirmed and is not there")


def replies(book: Book) -> Iterator[Finding]:
    """Yield a finding for each response that the server should not have sent."""
    for text, times in sorted(book.oddities.items()):
        yield Finding("reply", f"{text} ({times} times)")


def standstills(stored: Stored) -> Iterator[Finding]:
    """Yield a finding for running games that wait for nothing, and for games left on hold or paused."""
    for table in stored.tables:
        if table.status in ("held", "paused") or (table.status == "running" and not table.waits):
            yield Finding("game stuck", f"{table.name} ({table.id}) is {table.status} {table.why}".rstrip())


def unsound(checks: Mapping[str, list[str]]) -> list[Finding]:
    """Return the faults found by the server's own checks (by game id) as findings."""
    return [Finding("proof", f"game {game}: {fault}") for game, faults in checks.items() for fault in faults]


def tally(findings: list[Finding]) -> dict[str, Any]:
    """Return the number of findings of each kind, the most severe first; kinds without findings are included."""
    counted = Counter(finding.sort for finding in findings)
    return {sort: counted[sort] for sort in SORTS}


SORTS = (
    "answer lost",
    "answer doubled",
    "step lost",
    "step doubled",
    "letter lost",
    "letter doubled",
    "proof",
    "receipt",
    "deed lost",
    "deed doubled",
    "message",
    "order",
    "game stuck",
    "reply",
)
