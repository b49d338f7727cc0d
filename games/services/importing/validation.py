"""Check that an imported game could exist: its settings are valid, and its rows agree with its status."""

from collections.abc import Callable, Iterator
from functools import partial

from msgspec import structs

from games.kernel.errors import Illegal, Malformed, Problem
from games.kernel.text import Text, join_texts
from games.models import Game, Seat, SeatView
from games.models.compression import deflate, inflate
from games.persistence.absence_policy import absence_policy_problems
from games.persistence.hash_chain import CHAIN_VERSIONS
from games.persistence.metadata_visibility import metadata_visibility_problems
from games.persistence.receipts import inflate_receipt
from games.persistence.release_hours import dump_release_hours
from games.persistence.serialization import read_state
from games.persistence.standing_orders import MAX_ORDERS, load_order, order_problems
from games.services.creation import clock_problems, parse_options, setting_problems, validate_options
from games.services.importing.draft_reader import ImportDraft

Status = Game.Status

MAX_INFLATED_BYTES = 1024 * 1024 * 1024
"""The maximum total size of a document's compressed values after decompression, in bytes."""


def validate_draft(draft: ImportDraft) -> None:
    """Raise Malformed or Illegal with every invalid field."""
    game, problems = draft.game, []
    hours = game.release_at.split()
    found = [
        *setting_problems(draft.title, game.scenario, game.name, game.time_zone),
        *clock_problems(game.deadline_hours, game.reminder_hours, hours, game.clock),
        *metadata_visibility_problems(game.openness),
        *absence_policy_problems(game.absence, draft.title),
    ]
    options = game.options if isinstance(game.options, dict) else {}
    chosen = parse_options(draft.title, options, found)
    problems += [structs.replace(one, pointer=f"/game{one.pointer}") for one in found]
    if not game.name.strip() or game.release_at != dump_release_hours(hours):
        problems.append(_problem("/game", "The name or the hours are not written so.", "名前か時刻が不正です。"))
    problems += _seat_problems(draft)
    problems += _status_problems(draft)
    if problems:
        raise Malformed(*problems)
    try:
        validate_options(draft.title, game.scenario, chosen)
    except Illegal as error:
        raise Illegal(*(structs.replace(one, pointer=f"/game{one.pointer}") for one in error.problems)) from None
    if problems := [*_order_problems(draft), *_size_problems(draft)]:
        raise Malformed(*problems)


def _seat_problems(draft: ImportDraft) -> Iterator[Problem]:
    if draft.game.scenario not in draft.title.scenarios:
        return
    roles = list(draft.title.seats(draft.game.scenario))
    if [(seat.role, seat.position) for seat in draft.seats.values()] != [(one, i) for i, one in enumerate(roles)]:
        names = join_texts(map(Text.same, roles))
        yield _problem("/seats", "The seats must be {roles}.", "席は{roles}です。", "role", roles=names)
    for seat in draft.seats.values():
        known = draft.title.has_bot(seat.bot)
        if (seat.kind == Seat.Kind.BOT) != bool(seat.bot) or (seat.bot and not known):
            where = f"/seats/{seat.position}/bot"
            yield _problem(where, "There is no such bot.", "そのボットはありません。", "bot")


def _status_problems(draft: ImportDraft) -> Iterator[Problem]:
    """Yield a problem for each field that contradicts the game's status."""
    game, last = draft.game, len(draft.tables["segments"])
    begun = game.started_at is not None
    ended = game.status in (Status.OVER, Status.ABANDONED)
    if begun == (game.status == Status.OPEN) and game.status != Status.ABANDONED:
        yield _misfit("/game/started_at")
    if (game.ended_at is not None) != ended:
        yield _misfit("/game/ended_at")
    if (game.paused_at is not None) and game.status in (Status.OPEN, Status.RUNNING, Status.OVER):
        yield _misfit("/game/paused_at")
    if (game.standings is not None) != (game.status == Status.OVER):
        yield _misfit("/game/standings")
    if bool(game.hold_reason) and game.status not in (Status.HELD, Status.ABANDONED):
        yield _misfit("/game/hold_reason")
    if game.stop != last:
        yield _misfit("/game/stop")
    if game.chain_version not in CHAIN_VERSIONS:
        yield _misfit("/game/chain_version")
    yield from _place_problems(draft) if begun else _unbegun_problems(draft)
    if (ended or not begun) and any(row.closed_at is None for row in draft.requests):
        yield _misfit("/requests")
    branches = [row.number for row in draft.tables["branches"]]
    if sorted(branches) != list(range(len(branches))) or game.branch not in branches:
        yield _misfit("/tables/branches")


def _unbegun_problems(draft: ImportDraft) -> Iterator[Problem]:
    for name in ("checkpoints", "segments", "events", "views", "lookouts"):
        if draft.tables[name]:
            yield _misfit(f"/tables/{name}")
    for name, rows in (("requests", draft.requests), ("messages", draft.messages)):
        if rows:
            yield _misfit(f"/{name}")


def _place_problems(draft: ImportDraft) -> Iterator[Problem]:
    """Yield a problem if the game is not at its newest checkpoint, or if its open questions are inconsistent."""
    game = draft.game
    rows = [row for row in draft.tables["checkpoints"] if row.branch == game.branch]
    newest = max(rows, key=lambda row: row.number, default=None)
    if newest is None or (newest.number, newest.keyframe, newest.step or "") != (
        game.checkpoint,
        game.keyframe,
        game.step,
    ):
        yield _misfit("/game/checkpoint")
    elif (newest.step is None) != (game.status == Status.OVER) and game.status != Status.ABANDONED:
        yield _misfit("/game/status")
    open_ = [row for row in draft.requests if row.closed_at is None]
    if len({row.seat.role for row in open_}) != len(open_) or any(row.branch != game.branch for row in open_):
        yield _misfit("/requests")


def _order_problems(draft: ImportDraft) -> Iterator[Problem]:
    """Yield the problems of the standing orders."""
    counts: dict[str, int] = {}
    for index, row in enumerate(draft.orders):
        counts[row.seat.role] = counts.get(row.seat.role, 0) + 1
        try:
            order = load_order(row)
        except ValueError as error:
            yield _problem(f"/orders/{index}/content", str(error)[:200], "命令を読めません。", "value")
            continue
        if row.off_at is None and (found := next(order_problems(draft.title, order), None)):
            yield structs.replace(found, pointer=f"/orders/{index}{found.pointer}")
    if max(counts.values(), default=0) > MAX_ORDERS:
        yield _problem(
            "/orders",
            "At most {max_orders} of a seat.",
            "席ごとに{max_orders}個までです。",
            "count",
            max_orders=MAX_ORDERS,
        )


def _size_problems(draft: ImportDraft) -> Iterator[Problem]:
    """Yield a problem if a compressed value cannot be decompressed, or if it or all together exceed a size limit."""
    left = MAX_INFLATED_BYTES
    for at, inflated in _blobs(draft):
        try:
            left -= len(inflated())
        except ValueError as error:
            yield _problem(at, str(error), "展開できません。", "inflate")
            return
        if left < 0:
            yield _problem(at, "The document inflates to too much.", "展開後の文書が大きすぎます。", "too_large")
            return


def _blobs(draft: ImportDraft) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield each compressed value: its JSON pointer, and a function that returns it decompressed."""
    for table, column in (("segments", "entries"), ("events", "told"), ("lookouts", "view")):
        for index, row in enumerate(draft.tables[table]):
            yield f"/tables/{table}/{index}/{column}", partial(inflate, getattr(row, column))
    for index, row in enumerate(draft.tables["segments"]):
        yield f"/tables/segments/{index}/setup", partial(inflate, bytes(row.setup) or _NOTHING)
    states = {(row.branch, row.number): row for row in draft.tables["checkpoints"]}
    for index, row in enumerate(draft.tables["checkpoints"]):
        key = states.get((row.branch, row.keyframe)) if row.keyframe is not None else None
        yield f"/tables/checkpoints/{index}/state", partial(read_state, row, key)
    for index, row in enumerate(draft.requests):
        yield f"/requests/{index}/question", partial(inflate, bytes(row.question))
        yield f"/requests/{index}/followed", partial(inflate, bytes(row.followed) or _NOTHING)
    for index, row in enumerate(draft.answers):
        yield f"/requests/answers/{index}/receipt", partial(inflate_receipt, row.receipt or _NOTHING)
    yield from _views(draft)


def _views(draft: ImportDraft) -> Iterator[tuple[str, Callable[[], bytes]]]:
    places = {id(row): index for index, row in enumerate(draft.tables["views"])}
    before: dict[str, bytes] = {}

    def kept(row: SeatView) -> bytes:
        plain = before[row.audience] = inflate(bytes(row.view), before.get(row.audience))
        return plain

    for row in sorted(draft.tables["views"], key=lambda row: (row.audience, row.stop)):
        yield f"/tables/views/{places[id(row)]}/view", partial(kept, row)


_NOTHING = deflate(b"")


def _misfit(at: str) -> Problem:
    return _problem(at, "This does not fit the state of the game.", "ゲームの状態と合いません。", "status")


def _problem(at: str, en: str, ja: str, code: str = "malformed", **values: object) -> Problem:
    return Problem(at, code, Text(en, ja).format(**values))
