"""The bookkeeping of the chaos soak: it is silent where all is well, and it misses nothing that is not."""

import subprocess
import sys
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from bench.chaos.book import Book
from bench.chaos.stored import Owed, Question, Sealed, Segment, Stored, Table
from bench.chaos.verdict import Post, judge
from games.kernel.journal import Entry, SeatAnswer
from games.selectors.mail_delivery import HELD_BACK_REASON
from tools.launch import ROOT

HAND = Ed25519PrivateKey.from_private_bytes(b"k" * 32)
FIRST, SECOND, LAST, GONE = "d1", "d2", "d3", "d4"
REASON = "rewind 77"


def written(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def receipt(decision: str, revision: int, answer: Any, *, ready: bool = True) -> dict[str, Any]:
    subject = f"{decision}/{revision}/{'ready' if ready else 'draft'}/hash{revision}"
    text = f"so-witness-1 receipt G red 3 mark {subject} now K"
    return {
        "decision": decision,
        "revision": revision,
        "ready": ready,
        "answer": answer,
        "hash": f"hash{revision}",
        "witness": f"{text} {written(HAND.sign(text.encode()))}",
    }


@pytest.fixture
def book() -> Book:
    """What was promised: an answer and its replacement, one that waits, one that went with a rewind, and more."""
    made = Book()
    made.receipt(receipt(FIRST, 1, "a"))
    made.receipt(receipt(FIRST, 2, "b"))
    made.receipt(receipt(SECOND, 1, "c"))
    made.receipt(receipt(LAST, 1, "d"))
    made.receipt(receipt(GONE, 1, "e"))
    made.order({"id": "o1", "seat": "red", "kind": "react"}, "G")
    made.said.add("Signal 1")
    made.deeds[REASON] = "G"
    made.games.add("G")
    return made


def sealed(decision: str, revision: int, answer: Any) -> Sealed:
    return Sealed(decision=decision, revision=revision, answer=answer, ready=True, hash=f"hash{revision}")


def question(name: str, branch: int, stop: int, entry: int, outcome: str = "", revision: int = 1) -> Question:
    place = {"branch": branch, "stop": stop, "entry": entry}
    return Question(id=name, game="G", seat="red", key="k", outcome=outcome, revision=revision, ready=True, **place)


def entry(number: int, answer: Any) -> Entry:
    return Entry(number, "ask", "k", "f", (SeatAnswer("red", answer),))


def segment(number: int, branch: int, first: int, entries: list[Entry], cause: str = "resolve") -> Segment:
    events = {"first_event": number, "event_count": 1}
    return Segment(game="G", number=number, branch=branch, cause=cause, first_entry=first, entries=entries, **events)


def owed(stop: int, status: str = "sent", **more: Any) -> Owed:
    letter = {"message_id": f"m{stop}", "game": "G", "seat": "red", "stop": stop, "kind": "stop"}
    return Owed(status=status, address="red@example.org", **{**letter, **more})


@pytest.fixture
def stored() -> Stored:
    """What there is: two answers in the journal, then a question that a rewind took away, then one that waits."""
    return Stored(
        questions=[
            question(FIRST, 0, 1, 1, "answered", 2),
            question(SECOND, 0, 2, 2, "answered"),
            question(GONE, 0, 3, 3, "withdrawn"),
            question(LAST, 1, 4, 2),
        ],
        sealed=[
            sealed(FIRST, 1, "a"),
            sealed(FIRST, 2, "b"),
            sealed(SECOND, 1, "c"),
            sealed(GONE, 1, "e"),
            sealed(LAST, 1, "d"),
        ],
        segments=[
            segment(1, 0, 0, [Entry(0, "roll", "r", "f", drawn=(3,), draw=(0, 0), of=(6,))]),
            segment(2, 0, 1, [entry(1, "b")]),
            segment(3, 0, 2, [entry(2, "c")]),
            segment(4, 1, 2, [], "rewind"),
        ],
        owed=[owed(1), owed(2), owed(3), owed(4)],
        tables=[Table(id="G", name="Game", status="running", waits="its hour", steady=["red"])],
        orders={"o1"},
        kept={("G", "red", "react")},
        said=Counter(["Signal 1"]),
        deeds=Counter([REASON]),
        keys={"K": written(HAND.public_key().public_bytes_raw())},
    )


POST = Post({f"m{stop}": 1 for stop in range(1, 5)})


def sorts(book: Book, stored: Stored, post: Post = POST) -> set[str]:
    return {finding.sort for finding in judge(book, stored, post)}


def without(rows: list[Any], place: int) -> list[Any]:
    return rows[:place] + rows[place + 1 :]


def put(rows: list[Any], place: int, **changes: Any) -> list[Any]:
    return [*rows[:place], replace(rows[place], **changes), *rows[place + 1 :]]


def test_it_is_silent_where_all_is_well(book: Book, stored: Stored) -> None:
    assert judge(book, stored, POST) == []


BROKEN: dict[str, tuple[str, Callable[[Stored], Stored]]] = {
    "a revision is gone": ("answer lost", lambda s: replace(s, sealed=without(s.sealed, 1))),
    "a replaced revision is gone": ("answer lost", lambda s: replace(s, sealed=without(s.sealed, 0))),
    "another answer in its place": ("answer lost", lambda s: replace(s, sealed=put(s.sealed, 1, answer="x"))),
    "the journal has the answer before": (
        "answer lost",
        lambda s: replace(s, segments=put(s.segments, 1, entries=[entry(1, "a")])),
    ),
    "the journal has the default": (
        "answer lost",
        lambda s: replace(s, questions=put(s.questions, 0, outcome="default")),
    ),
    "asked again although answered": (
        "answer lost",
        lambda s: replace(s, questions=put(s.questions, 0, outcome="reopened")),
    ),
    "an open question forgets": ("answer lost", lambda s: replace(s, questions=put(s.questions, 3, ready=False))),
    "withdrawn without a rewind": (
        "answer lost",
        lambda s: replace(s, segments=put(s.segments, 3, cause="hold")),
    ),
    "an answer twice in the journal": (
        "answer doubled",
        lambda s: replace(s, segments=put(s.segments, 2, entries=[entry(2, "c"), entry(2, "c")])),
    ),
    "a step twice": ("step doubled", lambda s: replace(s, segments=[*s.segments, s.segments[1]])),
    "a step written again": (
        "step doubled",
        lambda s: replace(s, segments=[*s.segments[:3], segment(4, 0, 2, [entry(2, "c")])]),
    ),
    "a step is missing": ("step lost", lambda s: replace(s, segments=without(s.segments, 1))),
    "dice fall twice": (
        "step doubled",
        lambda s: replace(
            s,
            segments=put(s.segments, 3, entries=[Entry(2, "roll", "r", "f", drawn=(5,), draw=(0, 0), of=(6,))]),
        ),
    ),
    "a question put twice": (
        "step doubled",
        lambda s: replace(s, questions=[*s.questions, replace(s.questions[0], id="d9")]),
    ),
    "a letter never arrived": ("letter lost", lambda s: replace(s, owed=[*s.owed, owed(9)])),
    "a letter still waits": ("letter lost", lambda s: replace(s, owed=[*s.owed, owed(9, "queued")])),
    "a letter given up": ("letter lost", lambda s: replace(s, owed=[*s.owed, owed(9, "failed")])),
    "a bounce that was none": ("letter lost", lambda s: replace(s, owed=[*s.owed, owed(9, "bounced")])),
    "a letter dropped": ("letter lost", lambda s: replace(s, owed=[*s.owed, owed(9, "dropped")])),
    "a letter held back from an address that takes mail": (
        "letter lost",
        lambda s: replace(s, owed=[*s.owed, owed(9, "dropped", error=HELD_BACK_REASON)]),
    ),
    "a question without a letter": ("letter lost", lambda s: replace(s, owed=put(s.owed, 2, stop=9))),
    "a letter that nobody owes": ("letter doubled", lambda s: replace(s, owed=without(s.owed, 0))),
    "a rewind forgotten": ("deed lost", lambda s: replace(s, deeds=Counter())),
    "a rewind done twice": ("deed doubled", lambda s: replace(s, deeds=Counter([REASON, REASON]))),
    "a game gone": ("deed lost", lambda s: replace(s, tables=[])),
    "a message gone": ("message", lambda s: replace(s, said=Counter())),
    "a message twice": ("message", lambda s: replace(s, said=Counter(["Signal 1", "Signal 1"]))),
    "an order gone": ("order", lambda s: replace(s, orders=set(), kept=set())),
    "a signature of another": ("receipt", lambda s: replace(s, keys={"K": written(b"x" * 32)})),
    "nothing is waited for": ("game stuck", lambda s: replace(s, tables=put(s.tables, 0, waits=""))),
    "left held": ("game stuck", lambda s: replace(s, tables=put(s.tables, 0, status="held"))),
}


@pytest.mark.parametrize(("sort", "harm"), BROKEN.values(), ids=BROKEN)
def test_it_finds_what_is_lost_or_doubled(
    sort: str, harm: Callable[[Stored], Stored], book: Book, stored: Stored
) -> None:
    assert sort in sorts(book, harm(stored))


def test_it_finds_two_receipts_for_one_revision(book: Book, stored: Stored) -> None:
    book.receipt(receipt(FIRST, 2, "x"))
    assert "answer doubled" in sorts(book, stored)


def test_it_finds_replies_that_nobody_should_get(book: Book, stored: Stored) -> None:
    book.odd("500 for PUT")
    assert sorts(book, stored) == {"reply"}


def test_it_finds_an_order_that_came_back(book: Book, stored: Stored) -> None:
    book.removed.add("o1")
    assert sorts(book, stored) == {"order"}


def test_an_answer_that_a_release_has_carried_is_not_lost(book: Book, stored: Stored) -> None:
    after_hold = replace(stored, segments=put(stored.segments, 3, cause="hold"))
    again = replace(question("d5", 1, 4, 3), seat="red")
    carried = replace(
        after_hold,
        questions=[*after_hold.questions, again],
        sealed=[*after_hold.sealed, replace(sealed("d5", 1, "e"), hash="")],
    )
    assert sorts(book, after_hold) == {"answer lost"}
    assert sorts(book, carried) == set()


def test_what_the_mail_server_refused_for_good_is_accounted_for(book: Book, stored: Stored) -> None:
    refused = replace(stored, owed=[*stored.owed, owed(8, "failed"), owed(9, "bounced"), owed(7, "dropped", left=True)])
    post = Post(POST.taken, frozenset({"m8"}), {"red@example.org": 1})
    assert sorts(book, refused, post) == set()
    assert sorts(book, stored, Post({**POST.taken, "m1": 2})) == set(), "copies of a letter are no letters more"


@pytest.mark.parametrize(
    ("later", "is_lost"),
    [
        ({}, False),
        ({"kind": "over"}, False),
        ({"kind": "notice"}, True),
        ({"seat": "black"}, True),
        ({"game": "H"}, True),
        ({"address": "black@example.org"}, True),
        ({"stop": 8}, True),
        ({"status": "merged"}, True),
    ],
    ids=str,
)
def test_what_is_told_in_a_later_letter_has_one(
    book: Book, stored: Stored, later: dict[str, Any], is_lost: bool
) -> None:
    other = replace(owed(9), **later)
    post = Post({**POST.taken, "m9": 1}, frozenset(), {})
    both = replace(stored, owed=[*stored.owed, owed(8, "merged"), other])
    assert ("letter lost" in sorts(book, both, post)) == is_lost


def test_a_letter_is_held_back_only_from_who_was_unknown_to_the_mail_server(book: Book, stored: Stored) -> None:
    held_back, given_up = owed(8, "dropped", error=HELD_BACK_REASON), owed(9, "dropped", error="of no use any more")
    post = Post(POST.taken, frozenset(), {"red@example.org": 1})
    assert sorts(book, replace(stored, owed=[*stored.owed, held_back]), post) == set()
    assert sorts(book, replace(stored, owed=[*stored.owed, given_up]), post) == {"letter lost"}


@pytest.mark.slow
@pytest.mark.postgresql
def test_a_short_storm_leaves_nothing_unaccounted_for() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bench.soak", "--chaos", "0.5"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr[-4000:]}"
    assert "Everything is accounted for." in done.stdout
