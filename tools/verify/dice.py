"""Repeat the dice rolls of an export, and compare its answers with the sealed ones."""

import hmac
import json
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from .facts import Row
from .record import Record
from .words import stored


def missing(record: Record) -> Iterator[str]:
    """Yield the checks that are impossible because the export does not contain a secret."""
    rolls = Counter(entry["draw"][0] for _, entry in record.entries if entry["kind"] != "ask")
    for number, row in sorted(record.branches.items()):
        if not row["secret"]:
            yield f"dice: the secret of branch {number} is missing, so its {rolls[number]} rolls cannot be checked"
        elif row["root"] == number > 0:
            yield f"dice: the secret of branch {number} was drawn anew, for that of the first branch was missing"


def faults(record: Record) -> Iterator[str]:
    """Yield a text for each secret or nonce that does not match its commitment, and for each roll of other dice.

    Such a roll differs from the dice that the secret and the nonces give.
    """
    yield from _secrets(record)
    yield from _nonces(record)
    nonces = [stored(seat["nonce"]) for seat in record.seats]
    for segment, entry in record.entries:
        if entry["kind"] == "ask":
            continue
        branch, number = entry["draw"]
        secret = stored(record.branches[branch]["secret"]) if branch in record.branches else b""
        if secret and _rolled(secret, nonces, entry) != list(entry["drawn"]):
            yield f"dice: roll {branch}/{number} ({entry['key']}) of segment {segment['number']} is not what they give"


def answers(record: Record) -> Iterator[str]:
    """Yield a text for each answer in the journal that differs from the submitted answer."""
    given = {
        (row["branch"], entry["number"], one["seat"]): one
        for row, entry in record.entries
        for one in entry.get("given", ())
    }
    for request in record.requests:
        if request["outcome"] not in ("answered", "draft") or not request["revision"]:
            continue
        where = (request["branch"], request["entry"], request["seat"])
        sealed = next((one for one in request["answers"] if one["revision"] == request["revision"]), None)
        taken = given.get(where)
        if sealed is None or taken is None or not _same(sealed, taken):
            yield f"answers: what {request['seat']} answered to {request['key']} is not what lay sealed"


def answer_of(sealed: Row) -> Any:
    """Return the answer in a row of submitted answers; None for a withdrawn answer."""
    return json.loads(stored(sealed["answer"]) or b"null")


def _same(sealed: Row, taken: Row) -> bool:
    found = (answer_of(sealed), sealed["channel"], sealed["at"])
    return found == (taken["answer"], taken["channel"], taken["at"])


def _secrets(record: Record) -> Iterator[str]:
    for number, row in sorted(record.branches.items()):
        secret, root = stored(row["secret"]), record.branches.get(row["root"])
        if secret and sha256(secret).hexdigest() != row["commitment"]:
            yield f"dice: the secret of branch {number} does not fit its commitment"
        if root is None or root["root"] != root["number"]:
            yield f"dice: those of branch {number} come from nowhere"
        elif secret and root is not row and root["secret"]:
            if hmac.digest(stored(root["secret"]), f"so1|branch|{number}".encode(), "sha256") != secret:
                yield f"dice: the secret of branch {number} does not follow from that of branch {root['number']}"
        elif root is row and any(one["secret"] for one in record.branches.values() if one["number"] < number):
            yield f"dice: the secret of branch {number} was drawn, although that of an earlier one is known"


def _nonces(record: Record) -> Iterator[str]:
    for seat in record.seats:
        added, commitment = stored(seat["nonce_salt"]) + stored(seat["nonce"]), seat["nonce_commitment"]
        fits = sha256(added).hexdigest() == commitment if commitment else not added
        if not fits and seat["nonce_state"] != "committed":
            yield f"dice: what {seat['role']} added to them does not fit its commitment"


def _rolled(secret: bytes, nonces: list[bytes], entry: Row) -> list[int]:
    """Return the results of a roll or draw in the journal, computed again from the secret and the nonces.

    This repeats `games/kernel/chance.py` on purpose.
    """
    source = _words(secret, nonces, *entry["draw"])
    if entry["kind"] == "roll":
        return [1 + _below(sides, source) for sides in entry["of"]]
    left = list(range(sum(entry["of"])))
    return [left.pop(_below(len(left), source)) for _ in entry["drawn"]]


def _words(secret: bytes, nonces: list[bytes], branch: int, number: int) -> Iterator[int]:
    tail = b"".join(b"|" + nonce.hex().encode() for nonce in nonces)
    block = 0
    while True:
        data = hmac.digest(secret, f"so1|{branch}|{number}|{block}".encode() + tail, "sha256")
        yield from (int.from_bytes(data[start : start + 4], "big") for start in range(0, 32, 4))
        block += 1


def _below(limit: int, source: Iterator[int]) -> int:
    ceiling = (1 << 32) - (1 << 32) % limit
    return next(word for word in source if word < ceiling) % limit


def told(record: Record, said: dict[str, Any]) -> Iterator[str]:
    """Yield a text for each difference between a signed response of the server about the dice and the export.

    `said` is the JSON of the response, which is older than the export.
    """
    for branch in said.get("branches", ()):
        now = record.branches.get(branch["branch"])
        if now is None or now["commitment"] != branch["commitment"]:
            yield f"dice: the commitment of branch {branch['branch']} is not the one that was published"
    seats = {seat["role"]: seat for seat in record.seats}
    for role, nonce in said.get("nonces", {}).items():
        now = seats.get(role, {})
        if nonce["commitment"] != now.get("nonce_commitment") and now.get("nonce_state") != "none":
            yield f"dice: what {role} added to them is not what it had committed to"
