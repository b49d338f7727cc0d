"""The calls of one reader: every operation of the OpenAPI document that reads, with every parameter.

The document supplies operations and parameters; this module supplies values. `unread` names each operation and each
parameter that has neither a value here nor a reason not to be read.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any, NamedTuple
from urllib.parse import urlencode
from uuid import UUID

import msgspec

from games import registry
from games.kernel.reference import entries_in
from games.models import Advice, Game, MessageCopy, OpenRequest, OutgoingMail, Player, ReserveCall, StandingOrder
from games.models import Webhook as Hook
from tests.api.conftest import API, Caller
from tests.api.openapi import OPERATIONS

UNKNOWN = UUID("00000000-0000-4000-8000-00000000000f")
"""An id that nothing has."""
INSPECTED = 24
"""Things whose cards are read, in every title."""
TAPPED = 5
"""Values that are tapped on at each question."""
NONSENSE = ("choose break_contact_1", "nonsense", "pass x=y")
"""Texts that are no answer."""
_TOKEN_ID = re.compile(r'"id": ?"[0-9a-f]{16}"')
NEWEST = frozenset(
    {
        "decisions_list", "games_retrieve", "games_view", "games_stops", "games_events", "games_notices",
        "messages_list", "notes_retrieve", "games_replay",
    }
)  # fmt: skip
"""Operations whose answers change at every stop."""
DEEP = frozenset({"games_board_png", "games_chances_png"})
"""Operations that cost seconds: one test reads them, not every test."""
WRITING_HEADERS = {
    "Idempotency-Key": "A key of the caller repeats a stored response of the same caller.",
    "If-Match": "The caller sends the revision of an own answer or an own order.",
}
"""Headers of writes, and why no value is sent."""
NOT_READ = {
    "tokens_create": "The response is a random token.",
    "observers_link": "The response is a random link.",
}
"""Operations that are not called, and why."""


@dataclass(frozen=True)
class Reader:
    """A caller, the game that is read, further games, and the forms of the caller's open questions by id."""

    caller: Caller
    game: Game
    forms: dict[Any, Any]
    others: tuple[Any, ...] = ()
    deep: bool = False

    @property
    def roles(self) -> list[str]:
        """Return the seats of the game."""
        return list(self.game.seats.order_by("position").values_list("role", flat=True))

    @property
    def parts(self) -> list[str]:
        """Return the parts of the title's picture, and one that no title has."""
        return [*registry.game_title(self.game).presentation.picture_parts, "nowhere"]


class Call(NamedTuple):
    """One call: its name among the readings, and what the client sends."""

    name: str
    method: str
    path: str
    body: Any = None


def without_token_ids(text: str) -> str:
    """Return the text without the ids of tokens, which are random."""
    return _TOKEN_ID.sub('"id":"TOKEN"', text) if '"expires"' in text else text


Values = Callable[[Reader], list[Any]]


def _decisions(reader: Reader) -> list[Any]:
    rows = OpenRequest.objects.filter(game=reader.game, closed_at=None).order_by("seat__position")
    found = list(rows.values_list("pk", flat=True))
    return [*(one for one in found if one in reader.forms), *(one for one in found if one not in reader.forms), UNKNOWN]


def _messages(reader: Reader) -> list[Any]:
    rows = MessageCopy.objects.filter(game=reader.game, seat__player=reader.caller.player).order_by("number")
    return [*rows.values_list("pk", flat=True), UNKNOWN] if reader.caller.player else [UNKNOWN]


def _orders(reader: Reader) -> list[Any]:
    rows = StandingOrder.objects.filter(game=reader.game, seat__player=reader.caller.player)
    return [*rows.values_list("pk", flat=True), UNKNOWN] if reader.caller.player else [UNKNOWN]


def _letters(reader: Reader) -> list[Any]:
    return list(OutgoingMail.objects.filter(game=reader.game).order_by("pk").values_list("pk", flat=True)[:1]) or [0]


def _hooks(reader: Reader) -> list[Any]:
    rows = Hook.objects.filter(player=reader.caller.player).exclude(format="push").order_by("created_at")
    return [*rows.values_list("pk", flat=True), UNKNOWN] if reader.caller.player else [UNKNOWN]


def _devices(reader: Reader) -> list[Any]:
    rows = Hook.objects.filter(player=reader.caller.player, format="push").order_by("created_at")
    return [*rows.values_list("pk", flat=True), UNKNOWN] if reader.caller.player else [UNKNOWN]


TOGETHER: dict[str, Values] = {
    "measure": lambda reader: [{"start": one, "end": other} for one, other in pairwise(inspected(reader.game))]
}
"""Queries with several parameters, by the last part of the address."""
PATHS: dict[str, Values] = {
    "game_id": lambda reader: [reader.game.pk],
    "decision_id": _decisions,
    "message_id": _messages,
    "order_id": _orders,
    "letter_id": _letters,
    "invitation_id": lambda reader: [*reader.game.invitations.values_list("pk", flat=True)[:1], UNKNOWN],
    "webhook_id": _hooks,
    "device_id": _devices,
    "call_id": lambda reader: [*ReserveCall.objects.values_list("pk", flat=True)[:1], UNKNOWN],
    "token_id": lambda reader: ["0" * 16],
    "plan_id": lambda reader: [UNKNOWN],
    "key": lambda reader: [reader.game.title],
    "stop": lambda reader: [1, 2],
    "rule": lambda reader: [next(iter(registry.game_title(reader.game).presentation.rule_texts), "1.0")],
}
"""The values of each parameter of an address: what the reader has, what others have where a caller can know its id, and
an unknown id.
"""


def inspected(game: Game) -> list[str]:
    """Return ids of the title's pieces, hidden ones too: the same in every game."""
    found = list(entries_in(registry.game_title(game).presentation.reference))
    return found[:: max(len(found) // INSPECTED, 1)]


QUERIES: dict[str, Values] = {
    "seat": lambda reader: ["public", "umpire", *reader.roles],
    "stop": lambda reader: [1],
    "first": lambda reader: [1, 2],
    "event": lambda reader: [1],
    "sheet": lambda reader: [1, 99],
    "digest": lambda reader: ["unknown"],
    "part": lambda reader: reader.parts,
    "language": lambda reader: ["ja"],
    "width": lambda reader: [400],
    "after": lambda reader: [1],
    "limit": lambda reader: [2],
    "unread": lambda reader: ["true"],
    "mine": lambda reader: ["true"],
    "status": lambda reader: ["running"],
    "title": lambda reader: [reader.game.title],
    "game": lambda reader: [reader.game.pk, *reader.others],
    "cursor": lambda reader: ["unknown"],
    "confirm": lambda reader: ["true"],
    "ready": lambda reader: ["false"],
    "word": lambda reader: ["bid", "unknown"],
    "units": lambda reader: ["unknown"],
    "thing": lambda reader: [*inspected(reader.game), "unknown"],
    "start": lambda reader: inspected(reader.game)[:2],
    "end": lambda reader: inspected(reader.game)[:1],
    "radius": lambda reader: [2],
}
"""The values of each parameter of a query; each is sent without the others."""


def _offers(reader: Reader, decision: Any) -> Iterator[Any]:
    form = reader.forms.get(decision)
    if form is None:
        yield {"answer": None, "value": "unknown"}
        return
    for draft, option in product((None, form["example"]), form["options"][:TAPPED]):
        yield {"answer": draft, "value": option["value"]}
        if reader.deep:
            yield {"answer": draft, "value": option["value"], "actors": [form["options"][0]["value"]]}


def _reach(reader: Reader, decision: Any) -> Iterator[Any]:
    form = reader.forms.get(decision)
    if form is None:
        yield {"answer": None, "pointer": ""}
        return
    fields = {field["name"] for way in form["order_templates"] for field in way["fields"]}
    for draft, at in product((None, form["example"]), ("", *(f"/0/{name}" for name in sorted(fields)))):
        yield {"answer": draft, "pointer": at}


def _check(reader: Reader, decision: Any) -> Iterator[Any]:
    form = reader.forms.get(decision)
    if form is None:
        yield {"answer": None}
        return
    yield from NONSENSE
    yield {"answer": form["example"], "confirm": True}


def _trials(reader: Reader, decision: Any) -> Iterator[Any]:
    form = reader.forms.get(decision)
    yield {"answer": None if form is None else form["example"], "worlds": 2, "shown": 2}


def _orders_ahead(reader: Reader, game: Any) -> Iterator[Any]:
    yield {}
    kinds = registry.game_title(reader.game).standing_orders.kinds
    for rule in [kind.examples[0] for kind in kinds if kind.examples]:
        yield {"orders": [msgspec.to_builtins(rule)]}


Bodies = Callable[[Reader, Any], Iterator[Any]]
PREVIEWS: dict[str, Bodies] = {
    "decisions_offers": _offers,
    "decisions_reach": _reach,
    "decisions_check": _check,
    "decisions_hint": lambda reader, decision: iter([{}]),
    "decisions_trials": _trials,
    "standing_orders_preview": _orders_ahead,
}
"""The bodies of each POST without a side effect, for the last id of its address."""


def calls(reader: Reader, *, whole: bool = True) -> Iterator[Call]:
    """Yield the reads and previews; without `whole` only those that change at every stop."""
    for name, (method, path, operation) in OPERATIONS.items():
        if name in NOT_READ or (name in DEEP and not reader.deep) or not (whole or name in NEWEST):
            continue
        if method == "get":
            yield from _reads(reader, path, operation, whole=whole)
        elif name in PREVIEWS:
            yield from _previews(reader, path, operation, PREVIEWS[name])
    if not whole:
        yield from (
            _call(reader, "get", f"decisions/{one}/advice/") for one in advising(reader.caller.player, reader.game)
        )


def writes(reader: Reader) -> Iterator[Call]:
    """Yield every operation that changes something, with the example of the document as its body."""
    for name, (method, path, operation) in OPERATIONS.items():
        if method == "get" or name in PREVIEWS or name in NOT_READ:
            continue
        for address, _ in _addresses(reader, path, operation):
            yield _call(reader, method, address, _example(operation))


def unread() -> list[str]:
    """Return each operation, parameter and header of the document that the gate does not know."""
    found = [f"NOT_READ has {name}, the document has not" for name in {*NOT_READ, *PREVIEWS} - {*OPERATIONS}]
    for name, (method, _, operation) in OPERATIONS.items():
        known = {"path": {*PATHS}, "query": {*QUERIES}, "header": {*WRITING_HEADERS, "If-None-Match"}}
        found += [
            f"{name}: no value for the parameter {one['name']} of its {one['in']}"
            for one in operation.get("parameters", ())
            if name not in NOT_READ and one["name"] not in known[one["in"]]
        ]
        if method != "get" and name not in PREVIEWS and name not in NOT_READ and not _is_write(method, operation):
            found.append(
                f"{name}: neither a preview with bodies, nor a write with an example, nor listed with a reason"
            )
    return found


def advising(player: Player | None, game: Game) -> list[Any]:
    """Return the decisions on which the player may advise."""
    rows = Advice.objects.filter(request__game=game, request__closed_at=None, seat__player=player)
    return list(rows.order_by("seat__position").values_list("request", flat=True)) if player is not None else []


def _is_write(method: str, operation: Any) -> bool:
    """True if the operation is marked as a write: a method that writes, or a POST that takes an Idempotency-Key."""
    named = {one["name"] for one in operation.get("parameters", ()) if one["in"] == "header"}
    return method != "post" or "Idempotency-Key" in named or "204" in operation["responses"]


def _reads(reader: Reader, path: str, operation: Any, *, whole: bool) -> Iterator[Call]:
    names = [one["name"] for one in operation.get("parameters", ()) if one["in"] == "query"]
    for address, first in _addresses(reader, path, operation):
        yield _call(reader, "get", address)
        for name in names if whole and first else ():
            for value in QUERIES[name](reader):
                yield _call(reader, "get", f"{address}?{urlencode({name: value})}")
        for asked in TOGETHER.get(path.rsplit("/", 2)[-2], lambda _reader: [])(reader) if whole and first else ():
            yield _call(reader, "get", f"{address}?{urlencode(asked)}")
    if whole and _parameters(operation) == ["game_id"]:
        yield from (_call(reader, "get", _filled(reader, path, game_id=one)) for one in reader.others)


def _previews(reader: Reader, path: str, operation: Any, bodies: Bodies) -> Iterator[Call]:
    last = _parameters(operation)[-1]
    for value in PATHS[last](reader):
        for body in bodies(reader, value):
            yield _call(reader, "post", _filled(reader, path, **{last: value}), body)


def _addresses(reader: Reader, path: str, operation: Any) -> Iterator[tuple[str, bool]]:
    """Yield the address with each value of its last parameter, and whether it is the first one."""
    names = _parameters(operation)
    values = PATHS[names[-1]](reader) if names else [None]
    for number, value in enumerate(values):
        yield _filled(reader, path, **({names[-1]: value} if names else {})), number == 0


def _parameters(operation: Any) -> list[str]:
    """Return the parameters of the address; the game comes first."""
    found = [one["name"] for one in operation.get("parameters", ()) if one["in"] == "path"]
    return sorted(found, key=lambda name: name != "game_id")


def _filled(reader: Reader, path: str, **values: Any) -> str:
    """Return the address below the API's root."""
    usual = {"game_id": reader.game.pk, "key": reader.game.title, "decision_id": next(iter(reader.forms), UNKNOWN)}
    return path.removeprefix(API).format(**usual | values)


def _call(reader: Reader, method: str, path: str, body: Any = None) -> Call:
    foreign = path.startswith("decisions/") and path[-1] == "/" and path != "decisions/"
    foreign = foreign and not any(str(one) in path for one in reader.forms)
    said = "" if body is None else f" {body if isinstance(body, str) else msgspec.json.encode(body).decode()}"[:120]
    name = f"{'' if method == 'get' else method.upper() + ' '}{path}{said}{' (foreign)' if foreign else ''}"
    return Call(name, method.upper(), path, body)


def _example(operation: Any) -> Any:
    """Return the first example of the body; None without a body."""
    found = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("examples", {})
    return next((one["value"] for one in found.values()), None)
