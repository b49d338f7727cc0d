"""A new game out of a document of `services.export`, which plays on from where it stood."""

from collections.abc import Mapping
from datetime import datetime

import msgspec
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.errors import forbidden
from games.kernel.errors import GameError, Malformed, Problem, malformed
from games.kernel.text import Text
from games.models import Branch, Game, JournalSegment, Lookout, Notice, OpenRequest, Player, Seat
from games.models.statements import update
from games.selectors.access import knows_too_much
from games.selectors.chain import check_chain, check_dice
from games.services import hooks, outbox
from games.services.alarms import restart
from games.services.branching import branch_off, origin_at, place
from games.services.export import FORMAT, MAX_BYTES, Document
from games.services.importing.draft import Draft, read_draft
from games.services.importing.replayed import replay_problems
from games.services.importing.sound import refuse_unsound
from games.services.importing.storing import store
from games.services.notices import announce
from games.services.resolve.segments import Segments
from games.services.resolve.views import Views
from games.stored.audit import record
from games.stored.position import position, seats_in_order

Status = Game.Status
UNDER_WAY = (Status.RUNNING, Status.PAUSED)


def import_game(*, by: Player, data: bytes, players: Mapping[str, Player] | None = None) -> Game:
    """A new game out of a document. Staff only.

    `players` take the seats of these roles. A game that was running goes on at once if every seat is taken, its
    deadlines moved by the time that it was away; else it is paused until it is resumed. Where the document leaves out
    the secrets of the dice, a branch with dice of its own goes on from the same stop.
    Raises Forbidden, and Malformed or Illegal with every wrong field; then nothing is stored.
    """
    if not by.is_staff:
        raise forbidden("Only staff may import games.", "インポートはスタッフのみ可能です。")
    document = _read(data)
    try:
        draft = read_draft(document)
        refuse_unsound(draft)
        _refuse_players(draft, by, players or {})
        if problems := list(replay_problems(draft)):
            raise Malformed(*problems)
        with transaction.atomic():
            return _imported(draft, by, dict(players or {}), document.exported_at)
    except GameError:
        raise
    except Exception as error:  # whatever a contradictory document brings about: it is refused, and nothing is kept
        raise malformed(
            "", f"This is no sound game: {type(error).__name__}: {error}", "ゲームの文書として成り立ちません。"
        ) from error


def _read(data: bytes) -> Document:
    if len(data) > MAX_BYTES:
        raise malformed("", "The document is too long.", "文書が長すぎます。", "too_large")
    try:
        document = msgspec.json.decode(data, type=Document)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise malformed("", f"This is not an exported game: {error}", "ゲームの文書として読めません。") from error
    if document.format != FORMAT:
        raise malformed("/format", f"Only format {FORMAT} is read here.", f"形式{FORMAT}だけ読めます。", "format")
    return document


def _refuse_players(draft: Draft, by: Player, players: Mapping[str, Player]) -> None:
    """Raise Malformed for a seat that is not there for a player, or a player who must not have it."""
    for role, player in players.items():
        seat = draft.seats.get(role)
        if seat is None or seat.kind == Seat.Kind.BOT:
            raise malformed(f"/seats/{role}", "No player can sit there.", "その席にプレイヤーは座れません。", "role")
        if not player.is_active or player.pk == by.pk or _has_seen_too_much(player, draft.game, role):
            raise malformed(f"/seats/{role}", "This player may not sit there.", "その席には座れません。", "player")


def _has_seen_too_much(player: Player, game: Game, role: str) -> bool:
    """Whether a player learned what a seat other than this one hides, where the game was played before it moved or in
    another copy of it. Nothing is hidden any more in a game that is over.
    """
    if game.status == Status.OVER:
        return False
    kin = Game.objects.filter(Q(pk=game.origin) | Q(origin=game.origin))
    return any(knows_too_much(player, one, role) for one in kin)


def _imported(draft: Draft, by: Player, players: dict[str, Player], exported_at: str) -> Game:
    """The stored game, whose chains and dice are examined where they stand; the caller's transaction undoes it."""
    game, now = draft.game, timezone.now()
    was_running = game.status == Status.RUNNING
    if was_running:
        game.status, game.paused_at = Status.PAUSED, _moment(exported_at, now)
    store(draft, by, players)
    faults = [*(check_chain(game.pk) if game.started_at else ()), *check_dice(game.pk)]
    if faults:
        raise Malformed(*(Problem("/tables", "chain", Text(fault, fault)) for fault in faults))
    record(by, "import", game.pk)
    seats = seats_in_order(game)
    if game.status in UNDER_WAY and not Branch.objects.get(game=game, number=game.branch).secret:
        _go_on_with_own_dice(game, by, now)
    if game.status in (*UNDER_WAY, Status.HELD):
        _tell(game, seats, by)
    if was_running and all(seat.kind != Seat.Kind.OPEN for seat in seats):
        restart(game, now)
        hooks.after_commit(hooks.RESOLVE, game.pk)
        hooks.after_commit(hooks.BOTS, game.pk)
    return game


def _moment(written: str, now: datetime) -> datetime:
    """When the document was written; never later than now."""
    found = datetime.fromisoformat(written) if written else now
    if found.utcoffset() is None:
        raise malformed("/exported_at", "A time with its offset from UTC.", "UTCとの差を含む時刻が必要です。", "value")
    return min(found, now)


def _go_on_with_own_dice(game: Game, by: Player, now: datetime) -> None:
    """Begin a branch at the very stop where the game stands: what was asked, answered and drafted stays as it is.

    Its first segment repeats what the step has recorded; only dice that are still to come are the branch's own.
    """
    here, status, paused_at = position(game), game.status, game.paused_at
    origin = origin_at(game, game.branch, game.stop)
    branch = branch_off(game, origin, author=by, reason="imported without the secrets of its dice")
    game.status, game.paused_at = status, paused_at
    there, first = place(game, origin, here.checkpoint, here.published)
    segments = Segments(game, there.parent, there.next_entry, there.next_event)
    cause = JournalSegment.Cause.IMPORT
    segments.write(cause, now, here.recorded, [], [first], Views.of(game, now), branch.commitment)
    update(game, "branch", "stop", "checkpoint", "keyframe", "chain_hash", "order_hash", "paused_at")
    OpenRequest.objects.filter(game=game, closed_at=None).update(branch=branch.number)


def _tell(game: Game, seats: list[Seat], by: Player) -> None:
    """Announce where the game has come from, with the commitment of its dice; who plays here gets a letter with all."""
    commitment = Branch.objects.values_list("commitment", flat=True).get(game=game, number=game.branch)
    notice = announce(game, Notice.Kind.IMPORTED, author=by, commitment=commitment)
    notice.save(force_insert=True)
    stops = dict(Lookout.objects.filter(game=game).values_list("audience", "stop"))
    letters = [
        outbox.owed(game, seat, outbox.Kind.STOP, seat_stop=stops.get(seat.role, 0), reference=notice.pk.hex)
        for seat in seats
        if seat.player_id
    ]
    outbox.post(letters)
    hooks.after_commit(hooks.MAIL, game.pk)
