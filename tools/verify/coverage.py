"""The members of an export that ``verify`` can confirm, and those that it cannot: each member is in one of two lists.

A path names members as in ``requests[].answers[].at``; it includes all members below it.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from .record import Record


class Vouched(NamedTuple):
    """Members of an export in which ``verify`` detects every change."""

    what: str
    """What they are, in words."""
    why: str
    """Why a change is detected."""
    paths: tuple[str, ...]
    """The paths of the members."""


class NotVouched(NamedTuple):
    """Members of an export, or facts outside it, that ``verify`` cannot confirm."""

    what: str
    """What they are, in words."""
    why: str
    """Why they cannot be confirmed."""
    paths: tuple[str, ...] = ()
    """The paths of the members; empty for facts outside the export."""


def _below(parent: str, names: str) -> tuple[str, ...]:
    return tuple(f"{parent}.{name}" for name in names.split())


VOUCHED = (
    Vouched(
        "the agreement: title, scenario, options, component data, the game's id",
        "hashed before the first move",
        (*_below("game", "id origin title scenario options"), *_below("pack", "title digest content")),
    ),
    Vouched(
        "name, times and other settings",
        "hashed with the first move after each change",
        _below(
            "game",
            "name deadline_hours reminder_hours release_at time_zone clock openness absence visibility several_seats "
            "hints_allowed trials created_at started_at",
        ),
    ),
    Vouched(
        "who had each seat at each move: a player, nobody or which bot, since when, and which bot stood in",
        "hashed with the first move after each change",
        (*_below("seats[]", "role position kind bot since by_invitation"), "tables.segments[].setup"),
    ),
    Vouched(
        "what each seat added to the dice",
        "hashed before the first move",
        _below("seats[]", "nonce nonce_salt nonce_commitment nonce_state"),
    ),
    Vouched(
        "all dice, and each branch with its origin and reason",
        "committed to in the chain; every roll is computed again",
        _below("tables.branches[]", "number parent root parent_checkpoint secret commitment reason created_at"),
    ),
    Vouched(
        "every move: answers and rolls, times, rules version",
        "hashed",
        _below(
            "tables.segments[]",
            "number branch parent cause first_entry entry_count first_event event_count entries salt digest chain "
            "order rules_version at",
        ),
    ),
    Vouched(
        "every event, state and view",
        "hashed, or compared with what is",
        (
            *_below("tables.events[]", "number branch told"),
            *_below(
                "tables.checkpoints[]",
                "branch number written keyframe step state digest first_entry first_event first_draw rules_version",
            ),
            *_below("tables.views[]", "audience stop number first_event event_count view mark view_version at"),
            *_below("tables.lookouts[]", "audience stop number events view mark view_version at"),
        ),
    ),
    Vouched(
        "every question: its text, rule and times, its outcome, and every revision of its answer with its receipt",
        "hashed with the moves that asked and closed it",
        (
            *_below(
                "requests[]",
                "branch stop seat_stop mark entry key kind rule question opened_at due_at closed_at closing_stop "
                "outcome revision ready answers_hash followed seat",
            ),
            *_below("requests[].answers[]", "revision answer ready channel receipt at"),
        ),
    ),
    Vouched(
        "the result: status, end and standings",
        "hashed with the last move as the server computed it; not computed again",
        _below("game", "status ended_at standings"),
    ),
    Vouched(
        "where the game stands",
        "compared with the last move",
        (
            *_below("game", "branch stop step checkpoint keyframe chain_hash order_hash chain_version rules_version"),
            *_below("game", "hold_reason paused_at"),
        ),
    ),
)

NOT_VOUCHED = (
    NotVouched(
        "when reminders were due and sent",
        "part of the e-mails, not of the game",
        _below("requests[]", "remind_at reminded_at"),
    ),
    NotVouched("the ids of questions", "each server has its own; kept receipts name them", ("requests[].id",)),
    NotVouched("the ids of the standing orders that answered", "each server has its own; the facts are vouched for"),
    NotVouched(
        "a seat's stand-in, vacation, missed deadlines, call for reserves and forced passes as they are now",
        "they may change after the last move; who stood in at each move is vouched for",
        _below("seats[]", "stand_in stood_in_until misses reserves_called passes_when_forced"),
    ),
    NotVouched("the document's format and time", "made with the document", ("format", "exported_at")),
    NotVouched(
        "announcements, press, advice, standing orders, tenures and e-mails",
        "not in the chain; the record of a finished game leaves them out",
        ("tables.notices", "messages", "advice", "orders", "tenures", "mails"),
    ),
    NotVouched(
        "that the rules were followed up to this result",
        "this program does not play; a server of the same rules version replays every move when it imports the record",
    ),
    NotVouched("which people played", "a record names seats, not players"),
)

IMPORTED = NotVouched(
    "the game's id here, and the players' seats since it was imported",
    "other players have them on another server",
    ("game.id", *_below("seats[]", "kind since")),
)
"""What cannot be confirmed, in addition, in a game that was moved from another server."""

SINCE_VERSION_2 = NotVouched(
    "seats, settings, questions, the origin of branches, and the result",
    "the game was begun before these were chained",
    (
        *_below("game", "id origin status ended_at standings"),
        *VOUCHED[1].paths,
        *VOUCHED[2].paths,
        *_below("tables.branches[]", "parent parent_checkpoint reason created_at"),
        "tables.checkpoints[].keyframe",
        *VOUCHED[7].paths,
    ),
)
"""What cannot be confirmed, in addition, in a game of version 1 of the chain."""


def not_vouched(record: Record) -> list[NotVouched]:
    """Return what ``verify`` cannot confirm in this record, including members that it does not know."""
    found = list(NOT_VOUCHED)
    if record.version == 1:
        found.append(SINCE_VERSION_2)
    if record.is_imported:
        found.append(IMPORTED)
    known = [*(path for one in VOUCHED for path in one.paths), *(path for one in found for path in one.paths)]
    unknown = {path for path in members(record.document) if not covers(known, path)}
    if unknown:
        found.append(
            NotVouched("members of the record that are unknown here", "newer or foreign", tuple(sorted(unknown)))
        )
    return found


def vouched(record: Record) -> list[Vouched]:
    """Return what ``verify`` can confirm in this record."""
    lost = [path for one in not_vouched(record) for path in one.paths]
    found = (one._replace(paths=tuple(path for path in one.paths if not covers(lost, path))) for one in VOUCHED)
    return [one for one in found if one.paths]


def covers(known: Iterable[str], path: str) -> bool:
    """Return True if `known` contains the path or one of its parents."""
    return any(path == one or path.startswith((f"{one}.", f"{one}[")) for one in known)


def members(value: Any, at: str = "") -> Iterator[str]:
    """Yield the path of every scalar of a document."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from members(inner, f"{at}.{name}" if at else name)
    elif isinstance(value, list):
        for inner in value:
            yield from members(inner, f"{at}[]")
    else:
        yield at
