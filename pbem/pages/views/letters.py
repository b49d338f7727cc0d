"""For staff: the letters that this server has written. What is in them is a seat's secret, so the guard is asked."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from games.errors import forbidden
from games.models import Player
from games.selectors import guarded
from games.selectors.mail import MailLine, hidden_letters, letters_on_file, may_read_personal, newest_mail
from games.stored.audit import record
from pbem.pages import letters
from pbem.pages.table import seat_name
from pbem.pages.who import language_of, player_of

LETTERS_ON_A_PAGE = 40
LETTER_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"


def _staff(request: HttpRequest) -> Player:
    player = player_of(request)
    if not player.is_staff:
        raise forbidden("This page is for staff.", "このページはスタッフ専用です。")
    return player


@require_safe
@login_required
def mail(request: HttpRequest) -> HttpResponse:
    """The letters in the mail folder, and the newest rows of the outbox."""
    player = _staff(request)
    page = Paginator(_names(player), LETTERS_ON_A_PAGE).get_page(request.GET.get("page"))
    heads = [letters.read_head(name) for name in page.object_list]
    known = letters_on_file([head.message_id for head in heads])
    lines = []
    for head in heads:
        line = known.get(head.message_id)
        seat = seat_name(line.game, line.role, language_of(request)) if line and line.game else ""
        lines.append((head, seat))
    context = {
        "letters": lines,
        "page": page,
        "folder": letters.folder(),
        "outbox": newest_mail(player, limit=LETTERS_ON_A_PAGE),
        "here": "mail",
    }
    return render(request, "pages/mail.html", context)


def _names(player: Player) -> list[str]:
    """The letters in the folder that the player may know of; without a folder nothing has to be looked up."""
    return letters.names(hidden_letters(player)) if letters.folder() else []


@require_safe
@login_required
def letter(request: HttpRequest, name: str) -> HttpResponse:
    """One letter: its text, and its HTML in a frame that can do nothing."""
    found, line = _opened(request, name)
    seat = seat_name(line.game, line.role, language_of(request)) if line.game else ""
    return render(
        request, "pages/letter.html", {"letter": found, "head": found.head, "line": line, "seat": seat, "here": "mail"}
    )


@require_safe
@xframe_options_sameorigin
@login_required
def letter_html(request: HttpRequest, name: str) -> HttpResponse:
    """The HTML part alone, for the frame."""
    found, _line = _opened(request, name)
    return HttpResponse(found.html, headers={"Content-Security-Policy": LETTER_POLICY})


def _opened(request: HttpRequest, name: str) -> tuple[letters.Letter, MailLine]:
    """The letter, if it is the reader's own or the guard lets them see that seat's secrets. Raises Missing, Forbidden.

    One that the outbox does not know stays shut: nobody can say whose secrets it holds.
    """
    player = _staff(request)
    found = letters.read(name)
    line = letters_on_file([found.head.message_id]).get(found.head.message_id)
    if line is None:
        raise forbidden("This letter is not in the outbox.", "このメールは送信簿にありません。")
    if line.game is None:
        if not may_read_personal(player, line):
            raise forbidden("This letter is not for your eyes.", "この手紙は閲覧できません。")
        record(player, "read_personal_letter", reader=line.reader)
    elif line.reader != player.pk:
        guarded.look(player, line.game, line.role, "mail")
    return found, line
