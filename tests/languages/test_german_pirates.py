"""A German plays The Kaiser's Pirates: whatever is shown and sent is German."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.mail import EmailMessage

from games import registry
from games.kernel.events import UMPIRE
from games.kernel.title import Title
from games.models import Game, OpenRequest, OutgoingMail, Player
from games.persistence import serialization
from games.selectors.email_context import load_email_context
from games.services.bots import advance_slice
from games.services.creation import SeatAssignment, do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from tests.languages.english import english_in
from tests.pages.conftest import browser
from tests.sampling import rest_thorough
from tests.table import answer
from tests.worker.conftest import html_of, text_of
from worker.mail.outbound.mime_message import build_message

GAMES = sorted((Path(__file__).parents[1] / "titles" / "pirates" / "whole_games").glob("*.txt"))
_MARKUP = re.compile(r"<(?:script|style|pre)\b.*?</(?:script|style|pre)>|<[^>]*>", re.DOTALL)


def title() -> Title[Any]:
    return registry.current_title("pirates")


def english_names_in(text: str) -> list[str]:
    """The English names of cards in a text; ships keep theirs."""
    kinds = next(chapter for chapter in title().presentation.reference if chapter.key == "actions").entries
    names = [kind.name.en for kind in kinds if kind.name.get("de") != kind.name.en]
    return [name for name in names if re.search(rf"\b{re.escape(name)}\b", text)]


def kept_events(path: Path) -> list[Any]:
    """The events of a kept game, as the rules told them."""
    lines = [line.split(" ", 2)[2] for line in path.read_text().splitlines() if line.startswith("= ")]
    return [msgspec.json.decode(line, type=title().rules.event_type) for line in lines if line != "null"]


@pytest.mark.parametrize("path", rest_thorough(GAMES, 4), ids=lambda path: path.stem)
def test_whatever_happens_in_a_kept_game_is_told_in_german(path: Path) -> None:
    events, presentation = kept_events(path), title().presentation
    told = {presentation.describe_event(event, "de") for event in events}
    told |= {presentation.group_title(event, "de") for event in events}
    assert len(told) > 40
    assert english_in("\n".join(told)) == []
    assert told.isdisjoint({presentation.describe_event(event, "en") for event in events} - {""})
    assert english_names_in("\n".join(told)) == []


@pytest.mark.parametrize("scenario", ["two_players", "teams", "solitaire"])
def test_boards_and_questions_are_german(scenario: str) -> None:
    pirates = title()
    presentation, roles = pirates.presentation, pirates.seats(scenario)
    state = pirates.rules.new_game(scenario, pirates.options.type())
    for seat in (*roles, "public", UMPIRE):
        view = pirates.secrecy.view(state, seat)
        drawn = presentation.render_board(view, "de").svg()
        shown = [presentation.text_board(view, "de"), presentation.headline(view, "de"), _MARKUP.sub("\n", drawn)]
        assert (english_in("\n".join(shown)), english_names_in("\n".join(shown))) == ([], [])


@pytest.fixture
def karl(db: None) -> Player:
    return Player.objects.create(username="karl", email="karl@example.org", language="de", time_zone="Europe/Berlin")


@pytest.mark.django_db
@pytest.mark.one_database
@pytest.mark.slow
def test_pages_and_e_mails_of_a_whole_game_are_german(karl: Player, staff: Player) -> None:
    game = do_create_game(
        host=staff,
        title="pirates",
        scenario="two_players",
        name="Kokosinsel",
        seats=[SeatAssignment(role="red"), SeatAssignment(role="black", bot="captain")],
        options={"removed": 84, "removed_second": 84, "removed_third": 84},
        deadline_hours=48,
    )
    do_join_game(player=karl, game_id=game.pk, role="red")
    do_start_game(player=staff, game_id=game.pk)
    pages, letters = played(game, karl)
    assert game.status == Game.Status.OVER
    assert (len(pages), len(letters)) > (10, 20)
    for shown in (*pages, *letters):
        assert (english_in(shown), english_names_in(shown)) == ([], [])
    assert any("Sie sind am Zug" in shown for shown in letters)
    assert any("auf Englisch" in shown for shown in letters)
    assert any("Befehle einreichen" in shown for shown in pages)


def played(game: Game, player: Player) -> tuple[list[str], list[str]]:
    """Play to the end as the examples of the forms do; the pages that the player saw, and the e-mails as they went."""
    pages: list[str] = []
    letters: dict[int, list[str]] = {}
    client = browser(player)
    for _ in range(400):
        do_resolve(game.pk)
        while advance_slice(game.pk, limit=50):
            pass
        game.refresh_from_db()
        question = OpenRequest.objects.filter(game=game, closed_at=None).first()
        for row in OutgoingMail.objects.filter(player=player, game=game).exclude(pk__in=letters):
            letters[row.pk] = written(row)
        if len(pages) < 24 or question is None:
            urls = [f"/games/{game.pk}/", "/"] + ([f"/decisions/{question.pk}/"] if question else [])
            pages += [seen(client.get(url).content.decode()) for url in urls]
        if question is None:
            return pages, [text for texts in letters.values() for text in texts]
        answer(game, "red")
    raise AssertionError("the game does not end")


def written(row: OutgoingMail) -> list[str]:
    """An e-mail as text and as HTML."""
    context = load_email_context(row)
    if context is None:
        return []
    message: EmailMessage = build_message(context)
    return [f"{message.subject}\n{text_of(message)}", seen(html_of(message))]


def seen(page: str) -> str:
    """What a page shows, without its markup and scripts."""
    return _MARKUP.sub("\n", page)


@pytest.mark.django_db
@pytest.mark.one_database
def test_a_stored_question_is_german_when_it_is_read_back(karl: Player, staff: Player) -> None:
    seats = [SeatAssignment(role="red"), SeatAssignment(role="black", bot="random")]
    game = do_create_game(host=staff, title="pirates", scenario="two_players", seats=seats, name="Kokosinsel")
    do_join_game(player=karl, game_id=game.pk, role="red")
    do_start_game(player=staff, game_id=game.pk)
    do_resolve(game.pk)
    while advance_slice(game.pk, limit=50):
        pass
    question = OpenRequest.objects.get(game=game, closed_at=None)
    ask = serialization.read_question(title(), question.question)
    assert ask.prompt.get("de") != ask.prompt.en
    assert english_in(ask.prompt.get("de")) == []
