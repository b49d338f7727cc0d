"""An export with all hashes computed from its contents; the hashes in the export are only compared."""

import json
from collections import defaultdict
from collections.abc import Iterator
from hashlib import sha256
from itertools import groupby
from operator import xor
from typing import Any, NamedTuple

from . import facts
from .blobs import inflate, inflate_stream
from .facts import Row
from .words import hashed, stored

KINDS = ("answers or dice", "events", "states", "views")
"""The kinds of data in the first four parts of a segment, in order. A mark contains a hint about each of them."""


class Segment(NamedTuple):
    """A segment of the journal, with hashes computed from its contents."""

    number: int
    at: str
    salt: str
    """The salt that is hashed with the contents."""
    parts: tuple[bytes, ...]
    """The hash of each part of the contents."""
    chain: bytes
    """The hash in the chain over the line of play: it continues that of the segment before on the same branch."""
    order: bytes
    """The hash in the chain in the order of storage: it continues that of the segment stored before."""

    def proof(self, seat: str, stop: int) -> bytes:
        """Return the first 32 bytes of the mark in the e-mail to a seat at its stop, which prove the segment."""
        return hashed("so-mark-1", self.salt, self.order.hex(), seat, stop)

    def mark(self, seat: str, stop: int) -> bytes:
        """Return the whole mark: the proof, and the hints, which are masked prefixes of the parts' hashes."""
        hints = b"".join(part[:4] for part in self.parts[: len(KINDS)])
        return self.proof(seat, stop) + bytes(map(xor, hints, self._pad(seat, stop)))

    def _pad(self, seat: str, stop: int) -> bytes:
        return hashed("so-hint-1", self.salt, seat, stop)

    def changed(self, mark: bytes, seat: str, stop: int) -> list[str]:
        """Return the kinds of data that differ from the hints in a mark."""
        hints = bytes(map(xor, mark[32:48], self._pad(seat, stop)))
        pairs = zip(KINDS, self.parts[: len(KINDS)], range(0, 16, 4), strict=True)
        return [kind for kind, part, place in pairs if part[:4] != hints[place : place + 4]]


class Record:
    """The contents of an export, and the hashes of its segments, computed again from the contents.

    The attribute ``faults`` lists contradictions within the export, such as a hash in it that differs from the computed
    one. ``version`` is the version of the hash chain: in version 1 the hashes do not cover seats, settings, questions
    and the result.
    """

    def __init__(self, document: Row) -> None:
        self.document = document
        self.game: Row = document["game"]
        self.version: int = self.game.get("chain_version", 1)
        self.tables: dict[str, list[Row]] = document["tables"]
        self.seats: list[Row] = sorted(document["seats"], key=lambda seat: seat["position"])
        self.requests: list[Row] = document["requests"]
        self.pack: Row = document["pack"]
        self.faults: list[str] = []
        self.branches = {row["number"]: row for row in self.tables["branches"]}
        self.rows = sorted(self.tables["segments"], key=lambda row: row["number"])
        self.newest: dict[str, tuple[Row, bytes]] = {}
        """For each audience, the row and the content of its last view."""
        self.views = self._read_views()
        self.stops = {(row["audience"], row["stop"]): row["number"] for row in self.tables["views"]}
        self.segments = {segment.number: segment for segment in self._chained()}
        self.entries = list(self._read_entries())
        """Every entry of the journal, with the row of its segment."""

    @property
    def ids(self) -> set[str]:
        """Return the current and earlier ids of the game."""
        return {str(self.game[name]) for name in ("id", "origin") if self.game.get(name)}

    @property
    def last(self) -> int:
        """Return the number of the last segment."""
        return max(self.segments, default=0)

    @property
    def is_over(self) -> bool:
        """True if the game has ended with a result."""
        return bool(self.game["status"] == "over")

    @property
    def is_imported(self) -> bool:
        """Return True if the game was imported from another server, so that other players hold its seats."""
        return self.game["origin"] is not None

    def _read_entries(self) -> Iterator[tuple[Row, Row]]:
        """Yield every entry of the journal, after the row of its segment."""
        for row in self.rows:
            for entry in _inflated_json(row["entries"]):
                yield row, entry

    def _read_views(self) -> dict[int, list[tuple[Row, bytes]]]:
        found: dict[int, list[tuple[Row, bytes]]] = defaultdict(list)
        rows = sorted(self.tables["views"], key=lambda row: (row["audience"], row["stop"]))
        for audience, group in groupby(rows, key=lambda row: row["audience"]):
            before = None
            for row in group:
                try:
                    before = inflate(stored(row["view"]), before)
                except ValueError:
                    self.faults.append(f"views: stop {row['stop']} of {audience} cannot be read")
                    break
                found[row["number"]].append((row, before))
                self.newest[audience] = row, before
        return found

    def _chained(self) -> Iterator[Segment]:
        """Yield every segment with its hashes computed again, in the order in which the segments were stored."""
        states = self._states()
        told = {row["number"]: stored(row["told"]) for row in self.tables["events"]}
        questions = facts.question_facts(self.requests) if self.version > 1 else {}
        opening = {number: row for number, row in self.branches.items() if number}
        start = order = self._genesis()
        chains: dict[int | None, bytes] = {None: start}
        for expected, row in enumerate(self.rows, start=1):
            number = row["number"]
            if number != expected:
                self.faults.append(f"segments: one before {number} is missing")
            held = self._parts(row, told.get(number, b""), states[number], questions.get(number, []))
            own = self._digest(row, held, opening.pop(row["branch"], None))
            order = sha256(order + own).digest()
            chain = chains[number] = sha256(chains.get(row["parent"], b"") + own).digest()
            if (own.hex(), chain, order) != (row["digest"], stored(row["chain"]), stored(row["order"])):
                self.faults.append(f"segment {number} of {row['at'][:16]} does not fit its own hashes")
            yield Segment(number, row["at"], stored(row["salt"]).hex(), held, chain, order)
        if order != stored(self.game["order_hash"]):
            self.faults.append("segments: the last is not what the game's own hash says")
        self.faults += [f"dice: no segment begins branch {number}" for number in sorted(opening)]

    def _parts(self, row: Row, told: bytes, states: list[list[Any]], questions: list[list[Any]]) -> tuple[bytes, ...]:
        names = ("audience", "stop", "first_event", "event_count", "view_version")
        seen = [[*(one[name] for name in names), sha256(view).hexdigest()] for one, view in self.views[row["number"]]]
        held = sha256(stored(row["entries"])).digest(), sha256(told).digest(), hashed(*states), hashed(*sorted(seen))
        if self.version == 1:
            return held
        result = hashed(*facts.result_fact(self.game, row["number"]))
        return *held, sha256(stored(row["setup"])).digest(), facts.hash_facts(questions), result

    def _digest(self, row: Row, held: tuple[bytes, ...], opening: Row | None) -> bytes:
        names = ("number", "branch", "parent", "cause", "first_entry", "entry_count", "first_event", "event_count")
        head = [row[name] for name in (*names, "rules_version", "at")]
        if self.version == 1:
            begins: Any = opening["commitment"] if opening else ""
        else:
            begins = facts.branch_fact(opening) if opening else []
        salt = stored(row["salt"]).hex()
        return hashed(f"so-segment-{self.version}", salt, *head, begins, *(part.hex() for part in held))

    def _genesis(self) -> bytes:
        added = [[seat["role"], seat["nonce_state"], seat["nonce_commitment"]] for seat in self.seats]
        if sha256(inflate_stream(stored(self.pack["content"]))).hexdigest() != self.pack["digest"]:
            self.faults.append("the component data is not what its digest says")
        agreed = [*(self.game[name] for name in ("title", "scenario", "options")), self.pack["digest"]]
        first = next((row for row in self.tables["checkpoints"] if row["written"] == 0), None)
        branch = self.branches.get(0)
        if first is None or branch is None:
            self.faults.append("the beginning of the game is missing")
            return b""
        if self.version == 1:
            return hashed("so-genesis-1", *agreed, first["digest"], branch["commitment"], added)
        name = self.game["origin"] or self.game["id"]
        begins = facts.state_fact(first, self.version), facts.branch_fact(branch)
        return hashed("so-genesis-2", name, *agreed, *begins, added)

    def _states(self) -> dict[int, list[list[Any]]]:
        """Return the hashed facts of the checkpoints, by the number of the segment that they were stored with."""
        rows = {(row["branch"], row["number"]): row for row in self.tables["checkpoints"]}
        found: dict[int, list[list[Any]]] = defaultdict(list)
        for (branch, number), row in sorted(rows.items()):
            found[row["written"]].append(facts.state_fact(row, self.version))
            key = rows.get((branch, row["keyframe"])) if row["keyframe"] is not None else None
            if not _is_state(row, key):
                self.faults.append(f"states: checkpoint {branch}/{number} is not what its digest says")
        return found


def _is_state(row: Row, key: Row | None) -> bool:
    """Return True if a checkpoint's state, compressed relative to the checkpoint `key` if any, has its digest."""
    blob = stored(row["state"])
    if (blob[:1] == b"w") != (row["keyframe"] is None):
        return False
    try:
        state = inflate(blob, inflate(stored(key["state"])) if key else None)
    except ValueError:
        return False
    return bool(sha256(state).hexdigest()[:32] == row["digest"])


def _inflated_json(text: str) -> Any:
    return json.loads(inflate(stored(text)))
