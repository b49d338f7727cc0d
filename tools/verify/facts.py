"""The facts beside the moves that version 2 of the chain covers: seats and settings, questions, branches, the result.

Repeats `games/persistence/chained_facts.py` on purpose, and shares no code with it.
"""

import json
from collections import defaultdict
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from .blobs import inflate
from .words import as_json, hashed, stored

Row = dict[str, Any]

SETTINGS = (
    *("name", "deadline_hours", "reminder_hours", "release_at", "time_zone", "clock", "openness", "absence"),
    *("visibility", "several_seats", "hints_allowed", "trials", "created_at", "started_at"),
)
ADDED = {"hints_allowed": False, "trials": "bots"}
"""The values of settings that older records do not have."""
SEAT_FIELDS = ("role", "position", "kind", "bot", "stand_in", "since", "by_invitation")


def branch_fact(row: Row) -> list[Any]:
    """Return the facts of a branch that are hashed with its first segment."""
    return [row[name] for name in ("commitment", "root", "parent", "parent_checkpoint", "reason", "created_at")]


def state_fact(row: Row, version: int) -> list[Any]:
    """Return the facts of a checkpoint that are hashed with a segment: the one stored at the same time."""
    names = ("number", "step", "first_entry", "first_event", "first_draw", "rules_version", "digest")
    return [row[name] for name in (names if version == 1 else ("branch", "keyframe", *names))]


def result_fact(game: Row, number: int) -> list[Any]:
    """Return the result of a finished game, which is hashed with its last segment; [] for every other segment.

    `number` is the segment's number.
    """
    if game["status"] != "over" or number != game["stop"]:
        return []
    return [game[name] for name in ("status", "ended_at", "standings")]


def question_facts(requests: Iterable[Row]) -> dict[int, list[list[Any]]]:
    """Return the facts about questions, by the number of the segment that asked or closed them.

    A fact is a list: ["asked", …] at the segment that asked a question, ["closed", …] at the one that closed it.
    """
    found: dict[int, list[list[Any]]] = defaultdict(list)
    for row in requests:
        found[row["stop"]].append(_asked(row))
        if row["closing_stop"] is not None:
            found[row["closing_stop"]].append(_closed(row))
    return found


def hash_facts(facts: Iterable[list[Any]]) -> bytes:
    """Return a hash that does not depend on the order of the facts."""
    return sha256(b"\n".join(sorted(as_json(fact) for fact in facts))).digest()


def answers_hash(answers: Iterable[Row]) -> bytes:
    """Return the hash of all revisions of an answer."""
    found = b""
    for one in answers:
        answer = None if one["answer"] is None else sha256(stored(one["answer"])).hexdigest()
        received = sha256(stored(one["receipt"])).hexdigest()
        found = hashed(found.hex(), one["revision"], answer, one["ready"], one["channel"], received, one["at"])
    return found


def _asked(row: Row) -> list[Any]:
    named = [row[name] for name in ("seat", "entry", "key", "kind", "rule")]
    return ["asked", *named, sha256(stored(row["question"])).hexdigest(), row["seat_stop"], row["opened_at"]]


def _closed(row: Row) -> list[Any]:
    named = [row[name] for name in ("seat", "entry", "branch", "stop", "outcome", "due_at", "revision", "ready")]
    return ["closed", *named, stored(row["answers_hash"]).hex(), _followed(row["followed"])]


def _followed(text: str) -> str:
    """Return the hash of the facts by which a standing order answered a question; "" if none did.

    The order's id is not hashed, because it differs between servers.
    """
    if not text:
        return ""
    return hashed(json.loads(inflate(stored(text))).get("facts", {})).hex()
