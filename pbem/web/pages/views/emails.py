"""Pages for staff with this server's e-mails. To read an e-mail with a seat's secrets needs audited access."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from games.errors import forbidden
from games.models import Player
from games.persistence.audit import record_audit_entry
from games.selectors import audited_access
from games.selectors.mail_log import (
    MailRecord,
    get_mail_by_message_ids,
    hidden_message_ids,
    list_newest_mail,
    may_read_account_mail,
)
from pbem.web.pages import email_files
from pbem.web.pages.game_lines import get_seat_name
from pbem.web.pages.visitor import get_page_language, get_player

EMAILS_ON_A_PAGE = 40
EMAIL_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"


def _staff(request: HttpRequest) -> Player:
    player = get_player(request)
    if not player.is_staff:
        raise forbidden("This page is for staff.", "このページはスタッフ専用です。")
    return player


@require_safe
@login_required
def list_emails(request: HttpRequest) -> HttpResponse:
    """List the e-mails in the e-mail folder, and the newest rows of the outbox."""
    player = _staff(request)
    page = Paginator(_names(player), EMAILS_ON_A_PAGE).get_page(request.GET.get("page"))
    heads = [email_files.read_headers(name) for name in page.object_list]
    known = get_mail_by_message_ids([head.message_id for head in heads])
    lines = []
    for head in heads:
        line = known.get(head.message_id)
        seat = get_seat_name(line.game, line.role, get_page_language(request)) if line and line.game else ""
        lines.append((head, seat))
    context = {
        "letters": lines,
        "page": page,
        "folder": email_files.get_folder(),
        "outbox": list_newest_mail(player, limit=EMAILS_ON_A_PAGE),
        "here": "mail",
    }
    return render(request, "pages/mail.html", context)


def _names(player: Player) -> list[str]:
    """Return the names of the e-mail files whose existence the player may know; empty without an e-mail folder."""
    return email_files.list_names(hidden_message_ids(player)) if email_files.get_folder() else []


@require_safe
@login_required
def show_email(request: HttpRequest, name: str) -> HttpResponse:
    """Show one e-mail: its text, and its HTML in a sandboxed frame."""
    found, line = _opened(request, name)
    seat = get_seat_name(line.game, line.role, get_page_language(request)) if line.game else ""
    return render(
        request,
        "pages/letter.html",
        {"letter": found, "head": found.headers, "line": line, "seat": seat, "here": "mail"},
    )


@require_safe
@xframe_options_sameorigin
@login_required
def show_email_html(request: HttpRequest, name: str) -> HttpResponse:
    """Return the HTML of an e-mail, which the page of the e-mail shows in a frame."""
    found, _line = _opened(request, name)
    return HttpResponse(found.html, headers={"Content-Security-Policy": EMAIL_POLICY})


def _opened(request: HttpRequest, name: str) -> tuple[email_files.EmailFile, MailRecord]:
    """Return an e-mail and its outbox row; the access is audited unless the reader is the e-mail's receiver.

    An e-mail without an outbox row is refused, because it is unknown whose secrets it contains. Raises Missing,
    Forbidden.
    """
    player = _staff(request)
    found = email_files.read_email(name)
    line = get_mail_by_message_ids([found.headers.message_id]).get(found.headers.message_id)
    if line is None:
        raise forbidden("This e-mail is not in the outbox.", "このメールは送信簿にありません。")
    if line.game is None:
        if not may_read_account_mail(player, line):
            raise forbidden("You may not read this e-mail.", "このメールは閲覧できません。")
        record_audit_entry(player, "read_personal_letter", reader=line.reader)
    elif line.reader != player.pk:
        audited_access.audited_access(player, line.game, line.role, "mail")
    return found, line
