"""Leaks that reveal the secret actions of other seats."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from uuid import UUID

from msgspec import structs

from api import openapi_document
from api.views import notes as note_calls
from api.views import seat_views, titles
from games.admin import read_only
from games.errors import decision_closed, missing
from games.kernel.text import Text
from games.models import (
    Advice,
    Game,
    MessageCopy,
    Notebook,
    OpenRequest,
    SealedAnswer,
    Seat,
    StandingOrder,
    WorkingDraft,
)
from games.selectors import (
    access,
    audited_access,
    decisions,
    email_context,
    mail_log,
    messages,
    notebook,
    standing_orders,
    views,
)
from games.selectors import games as listed
from games.selectors.advice import AdviceGiven
from games.services import answers, outbox, reminders
from games.services import messages as sending
from pbem.web.pages import draft_saving
from pbem.web.pages.views import game_page as page
from tests.gate.planted.plant import Patch, Plant, set_to
from worker.mail.outbound import content, mime_message


def _count() -> int:
    return SealedAnswer.objects.count()


def _state(**parts: Callable[[Game, Any], Any]) -> Callable[[Patch], None]:
    """Return a patch of the public state of a game that computes some parts otherwise."""
    true = listed._state

    def told(player: Any, game: Game, *rest: Any) -> Any:
        found = true(player, game, *rest)
        return structs.replace(found, **{name: change(game, found) for name, change in parts.items()})

    return set_to(listed, "_state", told)


def _still_awaited(game: Game, found: Any) -> Any:
    done = OpenRequest.objects.filter(game=game, closed_at=None, ready=True).values_list("seat__role", flat=True)
    return tuple(one for one in found.awaited if one.seat not in set(done))


def _red_seat(player: Any, game_id: Any, seat: str = "") -> Seat:
    return Seat.objects.select_related("game").get(game=game_id, role="red")


def _says_that_it_is_answered(player: Any, request_id: Any) -> OpenRequest:
    request = access.get_request(request_id)
    if request.seat.player_id != player.pk:
        raise decision_closed() if request.ready else missing()
    return request


def _last_to_answer(row: OpenRequest, now: Any) -> bool:
    others = OpenRequest.objects.filter(game=row.game, closed_at=None).exclude(pk=row.pk)
    return all(other.ready for other in others)


def _closes_now(patch: Patch) -> None:
    true = answers._receipt

    def receipt(row: OpenRequest, understood: Any, ready: bool, *, alone: bool, late: bool) -> Any:
        return true(row, understood, True, alone=_last_to_answer(row, None), late=late)

    patch.setattr(answers, "_receipt", receipt)


def _counted_ids(patch: Patch) -> None:
    numbers: Iterator[int] = iter(range(1, 1000))
    field = OpenRequest._meta.get_field("id")
    patch.setattr(field, "_get_default", lambda: UUID(int=1000 * _count() + next(numbers)))


def _read_by_others(patch: Patch) -> None:
    true = messages._seen

    def seen(row: MessageCopy) -> Any:
        other = MessageCopy.objects.filter(message=row.message).exclude(pk=row.pk).exclude(read_at=None).first()
        return replace(true(row), read_at=other.read_at if other else None)

    patch.setattr(messages, "_seen", seen)


def _anybodys_notes(player: Any, game_id: Any) -> notebook.Notes:
    """The notes on a game, whoever wrote them."""
    row = Notebook.objects.filter(game=game_id).first()
    return notebook.build_notes(row, row.game) if row else notebook.get_notes(player, game_id)


def _counted_notes(player: Any, game_id: Any) -> notebook.Notes:
    """The reader's own notes, with a number that all share."""
    return structs.replace(notebook.get_notes(player, game_id), revision=Notebook.objects.count())


def _anybodys_working_draft(player: Any, request_id: Any) -> WorkingDraft | None:
    """The newest working draft, whoever works on it."""
    return WorkingDraft.objects.order_by("-pk").first()


def _counted_document(patch: Patch) -> None:
    """The description of the API made anew when something was answered, as its tag says."""
    true = openapi_document.get_document
    patch.setattr(openapi_document, "get_document", lambda: structs.replace(true(), etag=f'"{_count()}"'))


def _document_with_examples(patch: Patch) -> None:
    """The description of the API shows what players really answer."""
    true = openapi_document.get_document

    def made() -> openapi_document.OpenApiDocument:
        given = b"".join(bytes(one.answer) for one in SealedAnswer.objects.order_by("pk"))
        return structs.replace(true(), plain=true().plain + given)

    patch.setattr(openapi_document, "get_document", made)


def _counted_titles(patch: Patch) -> None:
    true = titles._body
    patch.setattr(titles, "_body", lambda title: structs.replace(true(title), rules_version=str(_count())))


def _advice_for_all(rows: Any) -> dict[Any, Any]:
    given = Advice.objects.exclude(answer=None)
    said = tuple(AdviceGiven("green", None, Text("advice", "助言"), one.at) for one in given)
    return {row.pk: said for row, _ in rows}


def _headers(patch: Patch) -> None:
    true = mime_message._headers
    patch.setattr(mime_message, "_headers", lambda *of: true(*of) | {"X-Answers": str(_count())})


def _heading(patch: Patch) -> None:
    true = content.get_headline
    patch.setattr(content, "get_headline", lambda game, view, language: f"{true(game, view, language)} ({_count()})")


def _ordered(game: Game, found: Any) -> str:
    return f"{found.name} {StandingOrder.objects.filter(game=game).count()}"


TAG = property(lambda view: f'"{view.stop}-{_count()}"')

ACTION_LEAKS = (
    Plant(
        "who has answered, by who is awaited", "action", _state(awaited=_still_awaited), "red seals", shows="mine=true"
    ),
    Plant("an API document whose tag counts", "action", _counted_document, "red drafts", shows="^schema/"),
    Plant(
        "an API document with real answers for examples",
        "action",
        _document_with_examples,
        "red seals",
        shows="^schema/",
    ),
    Plant("titles whose version counts", "action", _counted_titles, "red drafts", shows="^titles/"),
    Plant(
        "drafts counted in a game's name",
        "action",
        _state(name=lambda game, found: str(_count())),
        "red drafts",
        shows="mine=true",
    ),
    Plant(
        "when results are due",
        "action",
        _state(due_at=lambda game, found: game.due_from),
        "all have sealed",
        "green",
        shows="mine=true",
    ),
    Plant("that there is an order ahead", "action", _state(name=_ordered), "red orders react", shows="mine=true"),
    Plant("an ETag that counts", "action", set_to(views.StoredView, "etag", TAG), "red drafts", shows="/view/"),
    Plant(
        "a Message-ID that counts",
        "action",
        set_to(outbox, "make_seat_message_id", lambda *parts: f"<{_count()}@x.example>"),
        "red drafts and all is played on",
        shows="^letter: ",
    ),
    Plant("ids of decisions that count", "action", _counted_ids, "red drafts and all is played on", shows="foreign"),
    Plant("letters' headers that count", "action", _headers, "red seals before reminders go out", shows="^letter: "),
    Plant("subjects of letters", "action", _heading, "red seals before reminders go out", shows="^letter: "),
    Plant(
        "reminders for the last one only",
        "action",
        set_to(reminders, "_is_wanted", _last_to_answer),
        "red seals before reminders go out",
        shows="^letter: ",
    ),
    Plant("receipts that tell who was last", "action", _closes_now, "red seals", shows="receipt"),
    Plant(
        "refusals of foreign answers",
        "action",
        set_to(decisions, "get_own_request", _says_that_it_is_answered),
        "red seals",
        shows="foreign",
    ),
    Plant(
        "the press of another seat",
        "action",
        set_to(messages, "get_own_seat", _red_seat),
        "red writes to blue",
        shows="/messages/",
    ),
    Plant(
        "numbers of messages",
        "action",
        set_to(sending, "_numbers", lambda seats: {seat.pk: MessageCopy.objects.count() for seat in seats}),
        "red writes to green before blue writes to black",
        shows="/messages/",
    ),
    Plant("that a message was read", "action", _read_by_others, "red reads", "blue", shows="/messages/"),
    Plant(
        "the notes of another player by REST",
        "action",
        set_to(note_calls, "get_notes", _anybodys_notes),
        "red takes notes",
        shows="/notes/",
    ),
    Plant(
        "the notes of another player on the page",
        "action",
        set_to(page, "get_notes", _anybodys_notes),
        "red takes notes",
        shows="^/games/[^/]+/$",
    ),
    Plant(
        "how often notes are written",
        "action",
        set_to(note_calls, "get_notes", _counted_notes),
        "red takes notes",
        shows="/notes/",
    ),
    Plant(
        "the unfinished orders of another player",
        "action",
        set_to(draft_saving, "find_own_working_draft", _anybodys_working_draft),
        "red works on orders",
        shows="^/decisions/[^/]+/$",
    ),
    Plant(
        "orders ahead of another seat",
        "action",
        set_to(standing_orders, "get_own_seat", _red_seat),
        "red orders react",
        shows="standing-orders/kinds/",
    ),
    Plant(
        "advice to an opponent",
        "action",
        set_to(decisions, "load_given_advice", _advice_for_all),
        "green advises",
        shows="^decisions/.",
    ),
    Plant(
        "notices for others",
        "action",
        set_to(seat_views, "list_audience_notices", lambda access, after=None: list(access.game.notices.all())),
        "red is told",
        shows="/notices/",
    ),
    Plant(
        "notices in letters",
        "action",
        lambda patch: _all_notices(patch),
        "red is told before all is played on",
        shows="^letter: ",
    ),
    Plant(
        "records for staff who play",
        "action",
        lambda patch: _unshut(patch, read_only),
        "red is told",
        "black (staff)",
        shows="^/admin/games/notice/",
    ),
    Plant(
        "the mail of others for staff who play",
        "action",
        lambda patch: _unshut(patch, mail_log),
        "blue writes to red",
        "black (staff)",
        shows="^/mail/",
    ),
    Plant(
        "the console for staff who play",
        "action",
        set_to(audited_access, "may_umpire", lambda player, game: player.is_staff),
        "red seals",
        "black (staff)",
        shows="/admin/decisions/",
    ),
)


def _all_notices(patch: Patch) -> None:
    patch.setattr(email_context, "_notices", lambda access, mail, papers: list(access.game.notices.all()))


def _unshut(patch: Patch, module: Any) -> None:
    patch.setattr(module, "games_with_secrets_from", lambda player: Game.objects.none())
