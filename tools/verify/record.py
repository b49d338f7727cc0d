"""An export, read, and all its hashes made again from what it holds; its own hashes are only compared."""

import json
import zlib
from collections import defaultdict
from collections.abc import Iterator
from hashlib import sha256
from itertools import groupby
from operator import xor
from typing import Any, NamedTuple

from .words import hashed, stored

Row = dict[str, Any]

WINDOW = 32 * 1024
_AS_KEPT = ("stop", "number", "mark", "at")
"""What the newest view of an audience has in common with the last that was kept of it."""
KINDS = ("answers or dice", "events", "states", "views")
"""What the four parts of a segment hold, in their order."""


class Segment(NamedTuple):
    """A segment with its salt, the hashes of its parts, and its place in the order of writing, as made again."""

    number: int
    at: str
    salt: str
    parts: tuple[bytes, ...]
    order: bytes

    def proof(self, seat: str, stop: int) -> bytes:
        """The first 32 bytes of the mark that stood in a seat's letters."""
        return hashed("so-mark-1", self.salt, self.order.hex(), seat, stop)

    def mark(self, seat: str, stop: int) -> bytes:
        """The whole mark: its proof, and the beginnings of the parts under a pad."""
        hints = b"".join(part[:4] for part in self.parts)
        return self.proof(seat, stop) + bytes(map(xor, hints, self._pad(seat, stop)))

    def _pad(self, seat: str, stop: int) -> bytes:
        return hashed("so-hint-1", self.salt, seat, stop)

    def changed(self, mark: bytes, seat: str, stop: int) -> list[str]:
        """By the hints in a mark, what kinds of things are not as they were."""
        hints = bytes(map(xor, mark[32:48], self._pad(seat, stop)))
        pairs = zip(KINDS, self.parts, range(0, 16, 4), strict=True)
        return [kind for kind, part, place in pairs if part[:4] != hints[place : place + 4]]


class Record:
    """What an export says of a game. `faults` are contradictions within it."""

    def __init__(self, document: Row) -> None:
        self.game: Row = document["game"]
        self.tables: dict[str, list[Row]] = document["tables"]
        self.seats: list[Row] = sorted(document["seats"], key=lambda seat: seat["position"])
        self.requests: list[Row] = document["requests"]
        self.pack: Row = document["pack"]
        self.faults: list[str] = []
        self.branches = {row["number"]: row for row in self.tables["branches"]}
        self._views = self._read_views()
        self.stops = {(row["audience"], row["stop"]): row["number"] for row in self.tables["views"]}
        self.segments = {segment.number: segment for segment in self._chained()}
        self._compare_newest()

    @property
    def ids(self) -> set[str]:
        """The ids under which the game is, and was, played."""
        return {str(self.game[name]) for name in ("id", "origin") if self.game.get(name)}

    @property
    def last(self) -> int:
        """The number of the last segment."""
        return max(self.segments, default=0)

    def entries(self) -> Iterator[tuple[Row, Row]]:
        """Every entry of the journal, with the row of its segment."""
        for row in sorted(self.tables["segments"], key=lambda one: one["number"]):
            for entry in _inflated_json(row["entries"]):
                yield row, entry

    def _read_views(self) -> dict[int, list[tuple[Row, bytes]]]:
        found: dict[int, list[tuple[Row, bytes]]] = defaultdict(list)
        rows = sorted(self.tables["views"], key=lambda row: (row["audience"], row["stop"]))
        self._newest: dict[str, tuple[Row, bytes]] = {}
        for audience, group in groupby(rows, key=lambda row: row["audience"]):
            before = None
            for row in group:
                try:
                    before = inflate(stored(row["view"]), before)
                except ValueError:
                    self.faults.append(f"views: stop {row['stop']} of {audience} cannot be read")
                    break
                found[row["number"]].append((row, before))
                self._newest[audience] = row, before
        return found

    def _chained(self) -> Iterator[Segment]:
        """Every segment with its hashes made again, in the order of writing."""
        states = self._states()
        told = {row["number"]: stored(row["told"]) for row in self.tables["events"]}
        opening = {number: row["commitment"] for number, row in self.branches.items() if number}
        start = order = self._genesis()
        chains: dict[int | None, bytes] = {None: start}
        for expected, row in enumerate(sorted(self.tables["segments"], key=lambda one: one["number"]), start=1):
            number = row["number"]
            if number != expected:
                self.faults.append(f"segments: one before {number} is missing")
            held = self._parts(row, told.get(number, b""), states[number])
            own = _digest(row, held, opening.pop(row["branch"], ""))
            order = sha256(order + own).digest()
            chains[number] = sha256(chains.get(row["parent"], b"") + own).digest()
            found = Segment(number, row["at"], stored(row["salt"]).hex(), held, order)
            if (own.hex(), chains[number], order) == (row["digest"], stored(row["chain"]), stored(row["order"])):
                self.faults += self._beside(found)
            else:
                self.faults.append(f"segment {number} of {row['at'][:16]} does not fit its own hashes")
            yield found
        if order != stored(self.game["order_hash"]):
            self.faults.append("segments: the last is not what the game's own hash says")

    def _beside(self, segment: Segment) -> Iterator[str]:
        """What views say that no hash covers, and that follows from their segment: their marks, and when they came."""
        for row, _ in self._views[segment.number]:
            stop = f"stop {row['stop']} of {row['audience']}"
            if stored(row["mark"]) != segment.mark(row["audience"], row["stop"]):
                yield f"views: the mark of {stop} is not that of segment {segment.number}"
            if row["at"] != segment.at:
                yield f"views: {stop} is dated {row['at'][:16]}, its segment {segment.number} {segment.at[:16]}"

    def _parts(self, row: Row, told: bytes, states: list[list[Any]]) -> tuple[bytes, ...]:
        names = ("audience", "stop", "first_event", "event_count", "view_version")
        seen = [[*(one[name] for name in names), sha256(view).hexdigest()] for one, view in self._views[row["number"]]]
        return sha256(stored(row["entries"])).digest(), sha256(told).digest(), hashed(*states), hashed(*sorted(seen))

    def _genesis(self) -> bytes:
        added = [[seat["role"], seat["nonce_state"], seat["nonce_commitment"]] for seat in self.seats]
        agreed = [self.game[name] for name in ("title", "scenario", "options")]
        first = next((row["digest"] for row in self.tables["checkpoints"] if row["written"] == 0), "")
        if sha256(zlib.decompress(stored(self.pack["content"]))).hexdigest() != self.pack["digest"]:
            self.faults.append("the component data is not what its digest says")
        commitment = self.branches[0]["commitment"] if 0 in self.branches else ""
        return hashed("so-genesis-1", *agreed, self.pack["digest"], first, commitment, added)

    def _states(self) -> dict[int, list[list[Any]]]:
        """The checkpoints as they enter the chain, by the segment that they were written with; each is read."""
        rows = {(row["branch"], row["number"]): row for row in self.tables["checkpoints"]}
        found: dict[int, list[list[Any]]] = defaultdict(list)
        names = ("number", "step", "first_entry", "first_event", "first_draw", "rules_version", "digest")
        for (branch, number), row in sorted(rows.items()):
            found[row["written"]].append([row[name] for name in names])
            try:
                key = rows[branch, row["keyframe"]] if row["keyframe"] is not None else None
                state = inflate(stored(row["state"]), inflate(stored(key["state"])) if key else None)
                fits = sha256(state).hexdigest()[:32] == row["digest"]
            except (ValueError, KeyError):
                fits = False
            if not fits:
                self.faults.append(f"states: checkpoint {branch}/{number} is not what its digest says")
        return found

    def _compare_newest(self) -> None:
        for row in self.tables["lookouts"]:
            kept, view = self._newest.get(row["audience"], ({}, b""))
            if any(row[name] != kept.get(name) for name in _AS_KEPT) or not _says(row, view):
                self.faults.append(f"views: the newest of {row['audience']} is not the last that was kept")


def inflate(blob: bytes, before: bytes | None = None) -> bytes:
    """A stored blob: ``w`` and a zlib stream, or ``d`` and one that needs the bytes before. Raises ValueError."""
    try:
        if blob[:1] == b"w":
            return zlib.decompress(blob[1:])
        if blob[:1] == b"d" and before is not None:
            inflater = zlib.decompressobj(zdict=before[-WINDOW:])
            return inflater.decompress(blob[1:]) + inflater.flush()
    except zlib.error as error:
        raise ValueError(str(error)) from error
    raise ValueError("what it was deflated against is missing")


def _says(row: Row, view: bytes) -> bool:
    try:
        return inflate(stored(row["view"])) == view
    except ValueError:
        return False


def _inflated_json(text: str) -> Any:
    return json.loads(inflate(stored(text)))


def _digest(row: Row, held: tuple[bytes, ...], opening: str) -> bytes:
    names = ("number", "branch", "parent", "cause", "first_entry", "entry_count", "first_event", "event_count")
    head = [row[name] for name in (*names, "rules_version", "at")]
    return hashed("so-segment-1", stored(row["salt"]).hex(), *head, opening, *(part.hex() for part in held))
