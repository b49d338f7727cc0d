"""Create a game from a document of `services.export`, at the position where the exported game was."""

from collections.abc import Mapping
from datetime import datetime

import msgspec
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.database.batch import update
from games.errors import forbidden
from games.kernel.errors import GameError, Malformed, Problem, malformed
from games.kernel.text import Text
from games.models import Branch, CurrentView, Game, JournalSegment, Notice, OpenRequest, Player, Seat
from games.persistence.audit import record_audit_entry
from games.persistence.position import load_position, seats_in_order
from games.selectors.access import has_opposing_knowledge
from games.selectors.verification import find_chain_faults, find_dice_faults
from games.services import outbox, triggers
from games.services.alarms import resume_clocks
from games.services.branches import branch_off, find_origin, make_branch_position
from games.services.curves.planning import begin_curve
from games.services.export import FORMAT, MAX_BYTES, GameDocument
from games.services.importing.draft_reader import ImportDraft, read_draft
from games.services.importing.format_upgrade import upgrade_document
from games.services.importing.replay_check import find_replay_problems
from games.services.importing.store_draft import store_draft
from games.services.importing.validation import validate_draft
from games.services.notices import make_notice
from games.services.resolve.segment_writer import SegmentWriter
from games.services.resolve.view_writer import ViewWriter

Status = Game.Status
UNDER_WAY = (Status.RUNNING, Status.PAUSED)


def import_game(*, by: Player, data: bytes, players: Mapping[str, Player] | None = None) -> Game:
    """Store a new game from a document of `export_game` (JSON) and return it. Staff only.

    `players` are the players to seat, by role. A running game continues at once if every seat is taken, and its
    deadlines move by the time since the export; otherwise it stays paused until somebody resumes it. If the document
    leaves out the secrets of the dice, the game continues on a new branch with its own dice. Raises Forbidden if `by`
    is not staff; Malformed or Illegal, with every wrong field, if the document is wrong; nothing is stored then.
    """
    if not by.is_staff:
        raise forbidden("Only staff may import games.", "インポートはスタッフのみ可能です。")
    document = _read(data)
    try:
        draft = read_draft(document)
        validate_draft(draft)
        _refuse_players(draft, by, players or {})
        if problems := list(find_replay_problems(draft)):
            raise Malformed(*problems)
        with transaction.atomic():
            return _imported(draft, by, dict(players or {}), document.exported_at)
    except GameError:
        raise
    except Exception as error:  # any error that a contradictory document causes: refuse the document and store nothing
        raise malformed(
            "",
            "This is no sound game: {name}: {error}",
            "ゲームの文書として成り立ちません。",
            name=type(error).__name__,
            error=error,
        ) from error


def _read(data: bytes) -> GameDocument:
    if len(data) > MAX_BYTES:
        raise malformed("", "The document is too long.", "文書が長すぎます。", "too_large")
    try:
        document = msgspec.json.decode(data, type=GameDocument)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise malformed(
            "", "This is not an exported game: {error}", "ゲームの文書として読めません。", error=error
        ) from error
    upgrade_document(document)
    if document.format != FORMAT:
        raise malformed(
            "/format", "Only format {format} is read here.", "形式{format}だけ読めます。", "format", format=FORMAT
        )
    return document


def _refuse_players(draft: ImportDraft, by: Player, players: Mapping[str, Player]) -> None:
    """Raise Malformed for a role without a seat for players, and for a player who must not get the seat."""
    for role, player in players.items():
        seat = draft.seats.get(role)
        if seat is None or seat.kind == Seat.Kind.BOT:
            raise malformed(f"/seats/{role}", "No player can sit there.", "その席にプレイヤーは座れません。", "role")
        if not player.is_active or player.pk == by.pk or _has_seen_too_much(player, draft.game, role):
            raise malformed(f"/seats/{role}", "This player may not sit there.", "その席には座れません。", "player")


def _has_seen_too_much(player: Player, game: Game, role: str) -> bool:
    """Return True if the player has seen another seat's secrets in the exported game or in another import of it.

    False in a finished game, which has no secrets any more.
    """
    if game.status == Status.OVER:
        return False
    kin = Game.objects.filter(Q(pk=game.origin) | Q(origin=game.origin))
    return any(has_opposing_knowledge(player, one, role) for one in kin)


def _imported(draft: ImportDraft, by: Player, players: dict[str, Player], exported_at: str) -> Game:
    """Store the draft, check its hash chains and dice, and return the game. Raises Malformed for a fault."""
    game, now = draft.game, timezone.now()
    was_running = game.status == Status.RUNNING
    if was_running:
        game.status, game.paused_at = Status.PAUSED, _moment(exported_at, now)
    store_draft(draft, by, players)
    faults = [*(find_chain_faults(game.pk) if game.started_at else ()), *find_dice_faults(game.pk)]
    if faults:
        raise Malformed(*(Problem("/tables", "chain", Text(fault, fault)) for fault in faults))
    record_audit_entry(by, "import", game.pk)
    seats = seats_in_order(game)
    if game.status in UNDER_WAY and not Branch.objects.get(game=game, number=game.branch).secret:
        _go_on_with_own_dice(game, by, now)
    if game.status == Status.OVER:
        begin_curve(game, now)
    if game.status in (*UNDER_WAY, Status.HELD):
        _tell(game, seats, by)
    if was_running and all(seat.kind != Seat.Kind.OPEN for seat in seats):
        resume_clocks(game, now)
        triggers.trigger_after_commit(triggers.RESOLVE, game.pk)
        triggers.trigger_after_commit(triggers.BOTS, game.pk)
    return game


def _moment(written: str, now: datetime) -> datetime:
    """Return the time of the export as the document states it, but not later than `now`."""
    found = datetime.fromisoformat(written) if written else now
    if found.utcoffset() is None:
        raise malformed("/exported_at", "A time with its offset from UTC.", "UTCとの差を含む時刻が必要です。", "value")
    return min(found, now)


def _go_on_with_own_dice(game: Game, by: Player, now: datetime) -> None:
    """Continue the game on a new branch at its present position; questions, answers and drafts stay open.

    The branch's first segment repeats the journal of the current step, so that only future dice differ.
    """
    here, status, paused_at = load_position(game), game.status, game.paused_at
    origin = find_origin(game, game.branch, game.stop)
    branch = branch_off(game, origin, author=by, reason="imported without the secrets of its dice")
    game.status, game.paused_at = status, paused_at
    there, first = make_branch_position(game, origin, here.checkpoint, here.published_events)
    segments = SegmentWriter(game, seats_in_order(game), there.parent, there.next_entry, there.next_event)
    cause = JournalSegment.Cause.IMPORT
    segments.write(cause, now, here.recorded, [], [first], ViewWriter.load(game, now), branch)
    update(game, "branch", "stop", "checkpoint", "keyframe", "chain_hash", "order_hash", "setup_hash", "paused_at")
    OpenRequest.objects.filter(game=game, closed_at=None).update(branch=branch.number)


def _tell(game: Game, seats: list[Seat], by: Player) -> None:
    """Announce that the game was imported, with the commitment to its dice, and queue an e-mail for each player."""
    commitment = Branch.objects.values_list("commitment", flat=True).get(game=game, number=game.branch)
    notice = make_notice(game, Notice.Kind.IMPORTED, author=by, commitment=commitment)
    notice.save(force_insert=True)
    stops = dict(CurrentView.objects.filter(game=game).values_list("audience", "stop"))
    letters = [
        outbox.make_outgoing_mail(
            game, seat, outbox.Kind.STOP, seat_stop=stops.get(seat.role, 0), reference=notice.pk.hex
        )
        for seat in seats
        if seat.player_id
    ]
    outbox.queue_mail(letters)
    triggers.trigger_after_commit(triggers.MAIL, game.pk)
