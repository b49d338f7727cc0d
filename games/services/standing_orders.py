"""Store standing orders: answers that a seat gives before the rules ask the question. Only its player changes them."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils import timezone

from games import registry
from games.errors import missing, revision_replaced, wrong_state
from games.kernel.errors import NotYours, malformed
from games.kernel.text import Text
from games.models import Game, OpenRequest, Player, SealedAnswer, Seat, StandingOrder
from games.persistence.release_hours import has_delayed_results
from games.persistence.standing_orders import MAX_ORDERS, OrderSpec, pack_order, read_order, read_orders
from games.services.locks import lock_game

Applies = StandingOrder.Applies


def do_add_order(*, player: Player, game_id: UUID | str, seat: str = "", raw: object) -> StandingOrder:
    """Add a standing order (`raw`: JSON) after the others of the seat; without `seat`, for the player's first seat.

    Raises Missing without such a seat; WrongState if the game has ended; Malformed or Illegal for an invalid order or
    too many orders.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        mine = _own_seat(player, game, seat)
        order = read_order(registry.game_title(game), raw)
        return store_order(game, mine, order, position=_room(mine, 1))


def do_add_orders(
    *, player: Player, game_id: UUID | str, seat: str = "", raws: Sequence[object]
) -> list[StandingOrder]:
    """Add several orders (`raws`: JSON objects), or none if one is refused.

    Raises as `do_add_order`; JSON pointers begin with the refused order's index.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        mine = _own_seat(player, game, seat)
        orders = read_orders(registry.game_title(game), raws)
        first = _room(mine, len(orders))
        return [store_order(game, mine, order, position=first + place) for place, order in enumerate(orders)]


def do_give_plan(*, player: Player, game_id: UUID | str, seat: str = "", raw: object) -> StandingOrder:
    """Store a plan (`raw`: JSON), and return its row. It replaces the seat's plan of this kind with the same terms.

    A plan has no conditions, so the first plan of a kind always counts. A plan that answers once is therefore put
    before the plans of its kind that stay in force. Raises as `do_add_order`.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        mine = _own_seat(player, game, seat)
        order = read_order(registry.game_title(game), raw)
        plans = StandingOrder.objects.filter(seat=mine, kind=order.kind, applies=order.applies).order_by("position")
        if (before := plans.filter(lasts=order.lasts).first()) is not None:
            return _rewrite(before, order)
        position, first = _room(mine, 1), plans.first()
        if order.lasts == "once" and first is not None:
            position = first.position
            StandingOrder.objects.filter(seat=mine, position__gte=position).update(position=F("position") + 1)
        return store_order(game, mine, order, position=position)


def do_replace_order(
    *, player: Player, order_id: UUID | str, raw: object, if_match: int | None = None
) -> StandingOrder:
    """Replace an order by `raw` (JSON); an order that was switched off is in force again.

    With `if_match`, the order is replaced only if it still has that revision number. Raises Missing without such an
    order; NotYours for another seat's order; RevisionReplaced if it has another revision; WrongState if the game has
    ended; Malformed or Illegal for an invalid order.
    """
    with transaction.atomic():
        row = _own_order(player, order_id, if_match)
        return _rewrite(row, read_order(registry.game_title(row.game), raw))


def do_remove_order(*, player: Player, order_id: UUID | str, if_match: int | None = None) -> None:
    """Delete an order; with `if_match`, only if it still has that revision number.

    An open question that was answered by the order waits for the player again, unless the seat has another order for
    questions of this kind. Raises Missing without such an order; NotYours for another seat's order; RevisionReplaced if
    it has another revision; WrongState if the game has ended.
    """
    with transaction.atomic():
        row = _own_order(player, order_id, if_match)
        row.delete()
        StandingOrder.objects.filter(seat=row.seat, position__gt=row.position).update(position=F("position") - 1)
        clear_ready(row.seat)


def do_arrange_orders(
    *, player: Player, game_id: UUID | str, seat: str = "", order_ids: Sequence[UUID | str]
) -> list[StandingOrder]:
    """Put all orders of a seat into the order of `order_ids`; return them.

    Raises Missing without such a seat; WrongState if the game has ended; Malformed unless each order is named once.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        mine = _own_seat(player, game, seat)
        rows = {str(row.pk): row for row in StandingOrder.objects.filter(seat=mine)}
        wanted = [str(order_id) for order_id in order_ids]
        if sorted(wanted) != sorted(rows):
            raise malformed("/orders", "Name each order of the seat once.", "すべての予約命令を1回ずつ挙げてください。")
        for position, order_id in enumerate(wanted):
            rows[order_id].position = position
        StandingOrder.objects.bulk_update(rows.values(), ["position"])
    return [rows[order_id] for order_id in wanted]


def _rewrite(row: StandingOrder, order: OrderSpec) -> StandingOrder:
    """Store `order` in the row of an earlier one; the caller has locked the game's row."""
    before = (row.kind, row.applies)
    row.kind, row.content, row.applies, row.lasts = order.kind, pack_order(order), order.applies, order.lasts
    row.revision, row.changed_at = row.revision + 1, timezone.now()
    row.off_at, row.off_reason = None, {}
    row.save()
    if before != (row.kind, row.applies):
        clear_ready(row.seat)
    return row


def _room(seat: Seat, count: int) -> int:
    """Return the position after all orders of the seat. Raises Malformed if `count` more orders are too many."""
    before = list(StandingOrder.objects.filter(seat=seat).values_list("position", flat=True))
    if len(before) + count > MAX_ORDERS:
        raise malformed(
            "", "At most {max_orders} orders.", "予約命令は{max_orders}個までです。", "count", max_orders=MAX_ORDERS
        )
    return max(before, default=-1) + 1


def store_order(game: Game, seat: Seat, order: OrderSpec, *, position: int) -> StandingOrder:
    """Store an order as number `position` (from 0) among the seat's orders; the caller has locked the game's row."""
    row = StandingOrder(game=game, seat=seat, position=position, kind=order.kind, content=pack_order(order))
    row.applies, row.lasts = order.applies, order.lasts
    row.save(force_insert=True)
    if not game.has_orders:
        game.has_orders = True
        game.save(update_fields=["has_orders"])
    return row


def delete_orders(seat: Seat) -> None:
    """Delete all orders of a seat whose player leaves; the caller has locked the game's row."""
    if StandingOrder.objects.filter(seat=seat).delete()[0]:
        clear_ready(seat)


def clear_ready(seat: Seat) -> None:
    """Mark the seat's open questions as not answered if the seat has no standing orders for such questions any more.

    Questions that the player has answered stay answered. The caller has locked the game's row.
    """
    left = StandingOrder.objects.filter(seat=seat, applies=Applies.WHEN_ASKED, off_at=None).values("kind")
    by_hand = SealedAnswer.objects.filter(request=OuterRef("pk"), revision=OuterRef("revision"), answer__isnull=False)
    relied = OpenRequest.objects.filter(~Exists(by_hand), seat=seat, closed_at=None, ready=True)
    relied.exclude(kind__in=left).update(ready=False)


def is_relied_on(row: OpenRequest) -> bool:
    """Return True if a standing order of the seat will answer the question when the results are released.

    Only in a game whose results are released at fixed times; the question then counts as answered.
    """
    if not (has_delayed_results(row.game) and row.game.has_orders):
        return False
    orders = StandingOrder.objects.filter(seat=row.seat_id, kind=row.kind, applies=Applies.WHEN_ASKED, off_at=None)
    return orders.exists()


def _own_seat(player: Player, game: Game, role: str) -> Seat:
    """Return the player's seat of that name in a game that has not ended. Raises Missing, WrongState."""
    seats = Seat.objects.filter(game=game, player=player).order_by("position")
    found = next((seat for seat in seats if role in ("", seat.role)), None)
    if found is None:
        raise missing()
    _refuse_ended(game)
    return found


def _own_order(player: Player, order_id: UUID | str, if_match: int | None) -> StandingOrder:
    """Lock the order's game and return the player's own order.

    Raises Missing, NotYours, WrongState, and RevisionReplaced if the order does not have the revision `if_match`.
    """
    try:
        wanted = UUID(str(order_id))
    except ValueError:
        raise missing() from None
    game_id = StandingOrder.objects.filter(pk=wanted).values_list("game", flat=True).first()
    if game_id is None:
        raise missing()
    game = lock_game(game_id)
    row = StandingOrder.objects.filter(pk=wanted).select_related("seat").first()
    if row is None:
        raise missing()
    if row.seat.player_id != player.pk:
        raise NotYours(detail=_NOT_YOURS)
    row.game = game
    _refuse_ended(game)
    if if_match is not None and if_match != row.revision:
        raise revision_replaced(row.revision)
    return row


_NOT_YOURS = Text("This order is another seat's.", "これは別の席の予約命令です。")


def _refuse_ended(game: Game) -> None:
    if game.status in (Game.Status.OVER, Game.Status.ABANDONED):
        raise wrong_state("This game has ended.", "このゲームは終了しています。")
