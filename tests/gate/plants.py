"""Leaks planted on purpose, across titles and layers: each with the gate that must catch it.

A plant changes one thing, the way a careless hand might; `test_plants` lays it and looks whether its gate speaks.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple
from uuid import UUID
from zlib import crc32

import pytest
from msgspec import structs

from api import document
from api.calls import notes as note_calls
from api.calls import sight, titles
from games.admin import readonly
from games.errors import closed, missing
from games.kernel.codec import encode
from games.kernel.events import EVERYBODY, UMPIRE
from games.kernel.text import Text
from games.kernel.title import Title, by_its_key
from games.models import Advice, Branch, Game, MessageCopy, Notebook, OpenRequest, SealedAnswer, Seat, StandingOrder
from games.selectors import (
    access,
    decisions,
    dice,
    events,
    guarded,
    letters,
    mail,
    messages,
    notebook,
    standing_orders,
    views,
)
from games.selectors import games as listed
from games.selectors.access import Access
from games.selectors.advice import Advised
from games.selectors.views import newest_view
from games.services import answers, branching, deadlines, export, outbox, rewind
from games.services import messages as sending
from games.stored import position
from games.titles.battleships.rules.gunnery import targets as guns
from games.titles.battleships.seen import view as battle_view
from games.titles.battleships.table import sea as battle_sea
from games.titles.battleships.table.events.scenario import FlagNamed, MinesLaid
from games.titles.battleships.table.events.sighting import Astray
from games.titles.goeben.rules.captains import letters as slips
from games.titles.goeben.rules.day import planning
from games.titles.goeben.seen import knowledge
from games.titles.goeben.seen import view as sea_view
from games.titles.goeben.table.events.day import TurnBegan
from games.titles.goeben.table.sea import Sea
from games.titles.pirates.seen import view as cards_view
from games.titles.pq17.rules.campaign import sheets
from games.titles.pq17.seen import campaign as arctic_campaign
from games.titles.pq17.seen import view as arctic_view
from games.titles.pq17.table import sea as arctic_sea
from pbem.pages.views import game as page
from worker.mail import answers as mailed
from worker.mail import content, message

Patch = pytest.MonkeyPatch
Alter = Callable[[Title[Any]], Title[Any]]


class Plant(NamedTuple):
    """A leak: which gate must catch it and how it is laid; of deeds also which one it tells of, and to whom.

    `shows` is a pattern of the names of what it stands in, of all that can be read: there it must be caught.
    """

    name: str
    gate: str
    lay: Callable[[Patch], Alter | None]
    deed: str = ""
    observer: str = "black"
    shows: str = ""

    def __str__(self) -> str:
        return f"{self.gate}: {self.name}"


def _set(owner: Any, name: str, value: Any) -> Callable[[Patch], None]:
    return lambda patch: patch.setattr(owner, name, value)


def _altered(**parts: Any) -> Callable[[Patch], Alter]:
    """The title with parts exchanged."""
    return lambda patch: lambda title: replace(title, **parts)


def _seen(change: Callable[[Any, Any], dict[str, Any]]) -> Callable[[Patch], Alter]:
    """The view of everybody with fields changed by what the umpire sees."""

    def alter(title: Title[Any]) -> Title[Any]:
        def view(state: Any, seat: str) -> Any:
            return structs.replace(title.view(state, seat), **change(state, title.view(state, UMPIRE)))

        return replace(title, view=view)

    return lambda patch: alter


# --- Battleships


def _for_all(view: Any) -> Any:
    """A ship as her owner sees her."""
    return lambda sea, ship, seat: view(sea, ship, UMPIRE)


def _aloud(event: type) -> Callable[[Patch], None]:
    """What one side hears is told to all."""
    true = battle_sea.Sea.emit

    def emit(sea: Any, told: Any, **to: Any) -> None:
        true(sea, told, to=EVERYBODY) if isinstance(told, event) else true(sea, told, **to)

    return lambda patch: patch.setattr(battle_sea.Sea, "emit", emit)


def _asked_by_command(sea: Any, side: str, *, all_in_command: bool = False) -> Any:
    return _true_targets(sea, side)


_true_targets = guns.target_form


def _lost_count(state: Any, truth: Any) -> dict[str, Any]:
    """A sighting distance that is a hex shorter where nobody has lost command."""
    return {"sight": state.sight - (not state.astray)}


BATTLESHIPS = (
    Plant("the enemy's ships as he knows them", "battleships", _set(battle_view, "_ship", _for_all(battle_view._ship))),
    Plant("the enemy's mines", "battleships", _seen(lambda state, truth: {"mines": truth.mines})),
    Plant("fire plans of the enemy", "battleships", _seen(lambda state, truth: {"plans": truth.plans})),
    Plant("courses that the enemy has laid", "battleships", _seen(lambda state, truth: {"laid": truth.laid})),
    Plant("how many have lost command", "battleships", _seen(_lost_count)),
    Plant("who has lost command, aloud", "battleships", _aloud(Astray)),
    Plant("a flagship named aloud", "battleships", _aloud(FlagNamed)),
    Plant("mines laid aloud", "battleships", _aloud(MinesLaid)),
    Plant("targets asked only of those in command", "two ships a side", _set(guns, "target_form", _asked_by_command)),
)


# --- PQ-17


_true_block = arctic_view._block


def _kind_at_once(force: Any, shadows: Any) -> Any:
    """A block that stands shows what it is."""
    return structs.replace(_true_block(force, shadows), kind=force.kind)


def _numbered_alone(force: Any, shadows: Any) -> Any:
    """Which of the blocks that look alike came first."""
    return structs.replace(_true_block(force, shadows), trail=(*_true_block(force, shadows).trail, force.id))


def _said_to_all(sea: Any, side: str, event: Any) -> None:
    sea.tell(event)


def _chits_and_fuel(patch: Patch) -> None:
    """12.0, 11.1.4 What was drawn, and how far all forces can go."""
    true = arctic_view._add_others

    def add_others(seen: Any, sea: Any, own: Any) -> None:
        true(seen, sea, own)
        seen.temporary += [chit.letter for chit in sea.state.chits.values()]
        seen.temporary += [str(force.fuel) for force in sea.state.forces]

    patch.setattr(arctic_view, "_add_others", add_others)


def _of_all(**parts: Callable[[Any], Any]) -> Callable[[Patch], None]:
    """15.0a What every reader sees of the order of battle, with parts worked out from that of both sides."""
    true = arctic_view.roster_of

    def roster_of(sea: Any, own: Any) -> Any:
        found = true(sea, own)
        return structs.replace(found, **{name: part(sea.roster) for name, part in parts.items()})

    return _set(arctic_view, "roster_of", roster_of)


def _steps_of_all(sea: Any, side: str) -> int:
    """15.6.3 A purse that counts what the enemy has left waiting."""
    return _true_steps(sea, side) + len(sea.roster.waiting) + sum(unit.kind == "pe_3" for unit in sea.roster.waiting)


_true_steps = sheets.steps_of


def _stage_that_counts(patch: Patch) -> None:
    """The state of the campaign tells how far operation EV is."""
    patch.setattr(arctic_campaign, "_stage_of_ev", lambda there, own: there.ev)


def _purchases(patch: Patch) -> None:
    """14.0b What either side has bought."""
    true = arctic_view._add_others

    def add_others(seen: Any, sea: Any, own: Any) -> None:
        true(seen, sea, own)
        seen.bought = sea.state.bought

    patch.setattr(arctic_view, "_add_others", add_others)


def _truth(game: Game) -> str:
    """A number that stands for all that is true in a game."""
    return str(crc32(encode(position.present_state(game))))


def _receipts(patch: Patch) -> None:
    """Answers to mail that know more than their reader."""
    true = mailed._AnswerWriter._lead
    patch.setattr(mailed._AnswerWriter, "_lead", lambda writer: f"{true(writer)} {_truth(writer.letter.game)}")


PQ17 = (
    Plant("what kind of force a block is", "pq17", _set(arctic_view, "_block", _kind_at_once)),
    Plant("the owner's word for a block", "pq17", _set(arctic_view, "_block", _numbered_alone)),
    Plant("routes and contents of all forces", "pq17", _seen(lambda state, truth: {"forces": truth.forces})),
    Plant("interceptors and carrier aircraft", "pq17", _seen(lambda state, truth: {"air": truth.air})),
    Plant("Command Points of the enemy", "pq17", _seen(lambda state, truth: {"command": truth.command})),
    Plant("chits not yet shown", "pq17", _seen(lambda state, truth: {"chits": truth.chits})),
    Plant("tracks before the end", "pq17", _seen(lambda state, truth: {"tracks": state.tracks})),
    Plant("standing instructions of the enemy", "pq17",
          _seen(lambda state, truth: {"instructions": state.instructed("allied")})),
    Plant("what a side is told of its own forces", "pq17", _set(arctic_sea.Sea, "tell_side", _said_to_all)),
    Plant("chits and fuel, with every option", "arctic", _chits_and_fuel, shows="view/"),
    Plant("aircraft that wait for cargo", "laid out", _of_all(waiting=lambda both: both.waiting),
          observer="axis: view"),
    Plant("a purse that knows who waits", "laid out", _set(sheets, "steps_of", _steps_of_all),
          observer="axis: its order of battle"),
    Plant("who took the replacements", "laid out", _of_all(replaced=lambda both: both.replaced),
          observer="allied: view"),
    Plant("which types took the place of others", "laid out", _of_all(upgraded=lambda both: both.upgraded),
          observer="axis: view"),
    Plant("which emergency forces are called", "laid out", _of_all(called=lambda both: both.called),
          observer="axis: view"),
    Plant("that EV's ships came to Murmansk", "laid out", _stage_that_counts, observer="axis: view"),
    Plant("who is in dock, on the page of the campaign", "laid out", _of_all(away=lambda both: both.away),
          observer="axis: text"),
    Plant("cargo by its kinds, counted", "laid out",
          _of_all(convoys=lambda both: sum(one.strength for boxes in both.boxes.values() for one in boxes.down
                                           if one.kind == "mc")), observer="public: view"),
    Plant("what was bought, and stands on the map", "laid out", _purchases, observer="set up, allied: view"),
    Plant("answers to mail that know the truth", "arctic", _receipts, shows="mail: "),
    Plant("the console for staff who sail", "arctic",
          _set(guarded, "may_umpire", lambda player, game: player.is_staff), shows="/admin/"),
)  # fmt: skip


# --- Goeben: captains


def _to_all(sea: Sea, space: str, event: Any, reduced: Any = None) -> None:
    sea.tell(event)


def _read_aloud(sea: Sea) -> None:
    for slip in sea.state.letters:
        if not slip.readers:
            slip.readers.append(slip.seat)
            sea.tell(slips.told.LetterRead(slip.space, slip.seat, slip.turn, slip.text))


def _all_letters(sea: Sea, seat: str, *, everywhere: bool) -> list[Any]:
    return list(sea.state.letters)


def _all_spaces(sea: Sea, seat: str) -> dict[str, Any]:
    return {space: note for space in sea.box.spaces if (note := knowledge.note_of(sea, space)) is not None}


def _whole_day(sea: Sea, day: Any, seat: str) -> Any:
    return sea_view.DayView(plans=dict(day.plans))


def _coal_counts(state: Any, sender: str, receiver: str) -> bool:
    return sum(ship.coal for ship in state.ships) % 2 == 0


GOEBEN = (
    Plant("events to absent captains", "goeben", _set(Sea, "witnesses", lambda sea, space: EVERYBODY)),
    Plant("what for points were won", "goeben", _set(Sea, "signal", lambda sea, event, afar, *, to: sea.tell(event))),
    Plant("what happens in a space, to all", "goeben", _set(Sea, "tell_at", _to_all)),
    Plant("letters read aloud", "goeben", _set(slips, "read", _read_aloud)),
    Plant("letters unread", "goeben", _set(knowledge, "known_letters", _all_letters)),
    Plant("the stock of cargo", "goeben", _set(planning, "known_stock", lambda sea, seat: sea.state.available)),
    Plant("ships out of touch", "goeben", _set(knowledge, "known_ship", lambda sea, seat, ship: (ship, 0))),
    Plant("spaces out of sight", "goeben", _set(knowledge, "known_spaces", _all_spaces)),
    Plant("reports for others", "goeben", _set(sea_view, "_may_read", lambda report, seat: True)),
    Plant("plans of other captains", "goeben", _set(sea_view, "_day", _whole_day)),
    Plant("doctrines of others", "goeben", _seen(lambda state, truth: {"doctrine": sum(state.doctrines.values(), ())})),
    Plant("the pool's order", "goeben", _seen(lambda state, truth: {"pool_order": truth.pool_order})),
    Plant("the name of the phase", "goeben", _altered(step_shown=by_its_key)),
    Plant("talk that rests on coal", "goeben", _altered(may_talk=_coal_counts)),
)


# --- Goeben: officers and allies


def _doctrines(state: Any, truth: Any) -> dict[str, Any]:
    return {"doctrine": tuple(order for seat in sorted(state.doctrines) for order in state.doctrines[seat])}


def _all_orders(fight: Any, seat: str) -> Any:
    return fight


def _doctrine_weighed(patch: Patch) -> None:
    """The first words of a day count what the doctrines of yesterday say."""
    true = Sea.tell

    def tell(sea: Sea, event: Any) -> None:
        if isinstance(event, TurnBegan):
            event = structs.replace(event, vp=event.vp + sum(map(len, sea.state.doctrines.values())))
        true(sea, event)

    patch.setattr(Sea, "tell", tell)


ROLES = (
    Plant("the commander's doctrine to his officers", "officers", _seen(_doctrines)),
    Plant("the commander's doctrine in the first words of a day", "officers", _doctrine_weighed),
    Plant("the commander's plan to his officers", "officers", _set(sea_view, "_day", _whole_day)),
    Plant("battle orders to the officers", "officers", _set(sea_view, "_battle", _all_orders)),
    Plant("the ally's doctrine and the commander's", "austrian", _seen(_doctrines)),
    Plant("the doctrines of allies in the first words of a day", "austrian", _doctrine_weighed),
    Plant("the ally's plan and the commander's", "austrian", _set(sea_view, "_day", _whole_day)),
    Plant("battle orders of allies", "austrian", _set(sea_view, "_battle", _all_orders)),
    Plant("a commander's doctrine to spectators", "alone", _seen(_doctrines)),
)


# --- The Kaiser's Pirates


def _all_faces(seen: Any, sea: Any, seat: str) -> None:
    seen.active, seen.assigned = sea.turn.seat, sea.turn.assigned


def _open_hands(sea: Any, fleet: Any, seat: str) -> Any:
    return _true_fleet(sea, fleet, UMPIRE)


_true_fleet = cards_view._fleet


def _turn_seen(**parts: Callable[[Any], Any]) -> Callable[[Patch], Alter]:
    """What belongs to the player whose turn it is, in every view."""

    def change(state: Any, truth: Any) -> dict[str, Any]:
        return {name: part(state.turn) for name, part in parts.items()} if state.turn is not None else {}

    return _seen(change)


def _deck_weighed(state: Any, truth: Any) -> dict[str, Any]:
    """A count that looks harmless: how many of the cards left begin with a letter of the first half."""
    return {"deck": sum(card < "m" for card in state.deck)}


PIRATES = (
    Plant("assigned cards", "pirates", _set(cards_view, "_add_turn", _all_faces)),
    Plant("hands of others", "pirates", _set(cards_view, "_fleet", _open_hands)),
    Plant("the deck's order", "pirates", _seen(lambda state, truth: {"deck_order": truth.deck_order})),
    Plant("cards set aside", "pirates", _seen(lambda state, truth: {"removed_cards": truth.removed_cards})),
    Plant("a count of the deck by sort", "pirates", _seen(_deck_weighed)),
    Plant("plans of reactions", "pirates sealed", _set(cards_view, "_fleet", _open_hands)),
    Plant("that a turn is played as planned", "pirates", _turn_seen(as_planned=lambda turn: turn.as_planned)),
    Plant("the order in which cards will be thrown away", "pirates",
          _turn_seen(discard_order=lambda turn: list(turn.discard_order))),
    Plant("how many cards are meant for something", "pirates",
          _turn_seen(extra_turn=lambda turn: any(laid.use.targets for laid in turn.assigned))),
)  # fmt: skip


# --- what all can fetch, told apart by what others have done


def _count() -> int:
    return SealedAnswer.objects.count()


def _state(**parts: Callable[[Game, Any], Any]) -> Callable[[Patch], None]:
    """The state of a game as all may know it, with parts worked out otherwise."""
    true = listed._state

    def told(player: Any, game: Game, *rest: Any) -> Any:
        found = true(player, game, *rest)
        return structs.replace(found, **{name: change(game, found) for name, change in parts.items()})

    return _set(listed, "_state", told)


def _still_awaited(game: Game, found: Any) -> Any:
    done = OpenRequest.objects.filter(game=game, closed_at=None, ready=True).values_list("seat__role", flat=True)
    return tuple(one for one in found.awaited if one.seat not in set(done))


def _red_seat(player: Any, game_id: Any, seat: str = "") -> Seat:
    return Seat.objects.select_related("game").get(game=game_id, role="red")


def _says_that_it_is_answered(player: Any, request_id: Any) -> OpenRequest:
    request = access.find_request(request_id)
    if request.seat.player_id != player.pk:
        raise closed() if request.ready else missing()
    return request


def _last_to_answer(row: OpenRequest, now: Any) -> bool:
    others = OpenRequest.objects.filter(game=row.game, closed_at=None).exclude(pk=row.pk)
    return all(other.ready for other in others)


def _closes_now(patch: Patch) -> None:
    true = answers._receipt

    def receipt(row: OpenRequest, understood: Any, ready: bool, *, alone: bool) -> Any:
        return true(row, understood, True, alone=_last_to_answer(row, None))

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
    return notebook.notes_of(row, row.game) if row else notebook.my_notes(player, game_id)


def _counted_notes(player: Any, game_id: Any) -> notebook.Notes:
    """The reader's own notes, with a number that all share."""
    return structs.replace(notebook.my_notes(player, game_id), revision=Notebook.objects.count())


def _counted_document(patch: Patch) -> None:
    """The description of the API made anew when something was answered, as its tag says."""
    true = document.document
    patch.setattr(document, "document", lambda: structs.replace(true(), etag=f'"{_count()}"'))


def _document_with_examples(patch: Patch) -> None:
    """The description of the API shows what players really answer."""
    true = document.document

    def made() -> document.Document:
        given = b"".join(bytes(one.answer) for one in SealedAnswer.objects.order_by("pk"))
        return structs.replace(true(), plain=true().plain + given)

    patch.setattr(document, "document", made)


def _counted_titles(patch: Patch) -> None:
    true = titles._body
    patch.setattr(titles, "_body", lambda title: structs.replace(true(title), rules_version=str(_count())))


def _advice_for_all(rows: Any) -> dict[Any, Any]:
    given = Advice.objects.exclude(answer=None)
    said = tuple(Advised("green", None, Text("advice", "助言"), one.at) for one in given)
    return {row.pk: said for row, _ in rows}


def _headers(patch: Patch) -> None:
    true = message._headers
    patch.setattr(message, "_headers", lambda *of: true(*of) | {"X-Answers": str(_count())})


def _heading(patch: Patch) -> None:
    true = content.headline
    patch.setattr(content, "headline", lambda game, view, language: f"{true(game, view, language)} ({_count()})")


def _ordered(game: Game, found: Any) -> str:
    return f"{found.name} {StandingOrder.objects.filter(game=game).count()}"


TAG = property(lambda view: f'"{view.stop}-{_count()}"')

DEEDS = (
    Plant("who has answered, by who is awaited", "deed", _state(awaited=_still_awaited),
          "red seals", shows="mine=true"),
    Plant("an API document whose tag counts", "deed", _counted_document, "red drafts", shows="^schema/"),
    Plant("an API document with real answers for examples", "deed", _document_with_examples,
          "red seals", shows="^schema/"),
    Plant("titles whose version counts", "deed", _counted_titles, "red drafts", shows="^titles/"),
    Plant("drafts counted in a game's name", "deed", _state(name=lambda game, found: str(_count())),
          "red drafts", shows="mine=true"),
    Plant("when results are due", "deed", _state(due_at=lambda game, found: game.due_from),
          "all have sealed", "green", shows="mine=true"),
    Plant("that there is an order ahead", "deed", _state(name=_ordered), "red orders react", shows="mine=true"),
    Plant("an ETag that counts", "deed", _set(views.StoredView, "etag", TAG), "red drafts", shows="/view/"),
    Plant("a Message-ID that counts", "deed", _set(outbox, "message_id", lambda *parts: f"<{_count()}@x.example>"),
          "red drafts and all is played on", shows="^letter: "),
    Plant("ids of decisions that count", "deed", _counted_ids, "red drafts and all is played on", shows="foreign"),
    Plant("letters' headers that count", "deed", _headers, "red seals before reminders go out", shows="^letter: "),
    Plant("subjects of letters", "deed", _heading, "red seals before reminders go out", shows="^letter: "),
    Plant("reminders for the last one only", "deed", _set(deadlines, "_is_wanted", _last_to_answer),
          "red seals before reminders go out", shows="^letter: "),
    Plant("receipts that tell who was last", "deed", _closes_now, "red seals", shows="receipt"),
    Plant("refusals of foreign answers", "deed",
          _set(decisions, "own_request", _says_that_it_is_answered), "red seals", shows="foreign"),
    Plant("the press of another seat", "deed", _set(messages, "own_seat", _red_seat),
          "red writes to blue", shows="/messages/"),
    Plant("numbers of messages", "deed",
          _set(sending, "_numbers", lambda seats: {seat.pk: MessageCopy.objects.count() for seat in seats}),
          "red writes to green before blue writes to black", shows="/messages/"),
    Plant("that a message was read", "deed", _read_by_others, "red reads", "blue", shows="/messages/"),
    Plant("the notes of another player by REST", "deed", _set(note_calls, "my_notes", _anybodys_notes),
          "red takes notes", shows="/notes/"),
    Plant("the notes of another player on the page", "deed", _set(page, "my_notes", _anybodys_notes),
          "red takes notes", shows="^/games/[^/]+/$"),
    Plant("how often notes are written", "deed", _set(note_calls, "my_notes", _counted_notes),
          "red takes notes", shows="/notes/"),
    Plant("orders ahead of another seat", "deed", _set(standing_orders, "own_seat", _red_seat),
          "red orders react", shows="standing-orders/kinds/"),
    Plant("advice to an opponent", "deed", _set(decisions, "advised", _advice_for_all),
          "green advises", shows="^decisions/."),
    Plant("notices for others", "deed",
          _set(sight, "seat_notices", lambda access, after=None: list(access.game.notices.all())),
          "red is told", shows="/notices/"),
    Plant("notices in letters", "deed", lambda patch: _all_notices(patch),
          "red is told before all is played on", shows="^letter: "),
    Plant("records for staff who play", "deed", lambda patch: _unshut(patch, readonly),
          "red is told", "black (staff)", shows="^/admin/games/notice/"),
    Plant("the mail of others for staff who play", "deed", lambda patch: _unshut(patch, mail), "blue writes to red",
          "black (staff)", shows="^/mail/"),
    Plant("the console for staff who play", "deed", _set(guarded, "may_umpire", lambda player, game: player.is_staff),
          "red seals", "black (staff)", shows="/admin/decisions/"),
)  # fmt: skip


def _all_notices(patch: Patch) -> None:
    patch.setattr(letters, "_notices", lambda access, mail, papers: list(access.game.notices.all()))


def _unshut(patch: Patch, module: Any) -> None:
    patch.setattr(module, "shut_games", lambda player: Game.objects.none())


# --- what a seat can fetch, and the cards of another


def _other_eyes(game: Game) -> Access:
    return Access(game, "black", "seat")


def _events_of_others(module: Any) -> Callable[[Patch], None]:
    true = events.seat_events
    return _set(module, "seat_events", lambda access, **how: true(_other_eyes(access.game), **how))


def _letters_events_of_others(patch: Patch) -> None:
    """The same where a letter's papers are read, which name the seat by themselves, and where they are taken up."""
    asked, read = letters._told_since, letters.events_from
    of_black = {"audience": "%s", "audience_values": ("black",)}
    patch.setattr(letters, "_told_since", lambda mail: asked(mail)._replace(**of_black))
    patch.setattr(letters, "events_from", lambda access, *told: read(_other_eyes(access.game), *told))


def _black_view(player: Any, game_id: Any, role: str = "") -> Any:
    return newest_view(Game.objects.get(pk=game_id), "black")


def _board_of_black(game: Game, view: Any, language: str) -> str:
    return views.board_svg(game, newest_view(game, "black"), language)


def _words_of_black(game: Game, view: Any, language: str) -> str:
    return views.board_text(game, newest_view(game, "black"), language)


NAMED = (
    Plant("another seat's view", "named", _set(sight, "own_view", _black_view)),
    Plant("another seat's events", "named", _events_of_others(sight)),
    Plant("another seat's events in letters", "named", _letters_events_of_others),
    Plant("another seat's events on the page", "named", _events_of_others(page)),
    Plant("another seat's board as a picture", "named", _set(page, "board_svg", _board_of_black)),
    Plant("another seat's board in words", "named", _set(content, "board_text", _words_of_black)),
)


# --- what stays shut until the end


def _open_secrets(game: Game) -> Any:
    found = _true_dice(game)
    secrets = [
        replace(one, secret=bytes(row.secret).hex()) for one, row in zip(found.branches, _branches(game), strict=True)
    ]
    return replace(found, branches=secrets)


def _open_rolls(game: Game) -> Any:
    return replace(_true_dice(game), rolls=dice.all_rolls(game))


def _branches(game: Game) -> Any:
    return Branch.objects.filter(game=game).order_by("number")


_true_dice = dice.dice_of


def _same_secret(game: Game, number: int, **origin: Any) -> Branch:
    """A branch made like the first one."""
    first = _branches(game)[0]
    own = ("id", "game", "number", "author", "created_at", *origin)
    made = {field.name: getattr(first, field.name) for field in Branch._meta.concrete_fields if field.name not in own}
    return Branch.objects.create(game=game, number=number, **made | origin)


_true_row = export._row


def _whole_row(row: Any, *without: str) -> dict[str, Any]:
    """Every row with what it is made of, so that blanking a field of it helps nothing."""
    return _true_row(row, *without) | {"repr": bytes(getattr(row, "secret", b"")).hex()}


SHUT = (
    Plant("the secret of the dice", "shut", _set(dice, "dice_of", _open_secrets)),
    Plant("rolls before the end", "shut", _set(dice, "dice_of", _open_rolls)),
    Plant("exports with the secret of the dice", "shut", _set(export, "_row", _whole_row)),
    Plant(
        "a rewind without a reshuffle",
        "rewound",
        _set(rewind, "_dealt_anew", lambda title, checkpoint, *rest: checkpoint),
    ),
    Plant("a rewind with the old dice", "rewound", _set(branching, "new_branch", _same_secret)),
)


PLANTS = (*BATTLESHIPS, *PQ17, *GOEBEN, *ROLES, *PIRATES, *DEEDS, *NAMED, *SHUT)
