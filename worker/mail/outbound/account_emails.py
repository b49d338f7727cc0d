"""Write e-mails about accounts: password links, login codes, invitations. A link that is opened changes nothing."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils import translation
from django.utils.translation import gettext as _

from games.models import OutgoingMail, Player
from games.persistence.encryption import decrypt
from games.selectors.local_times import format_local_time
from games.selectors.mail_tag_targets import make_reserve_reply_address
from games.services.account_emails import email_languages, facts_in
from games.services.personal_lines import without_links
from worker.mail.outbound.blocks import Block, BulletList, EmailContent, Link, Paragraph, Section, Verbatim
from worker.mail.outbound.content_lines import join_lines
from worker.mail.outbound.mime_message import build_account_message
from worker.mail.outbound.reply_address import make_reply_separator
from worker.mail.outbound.suppression import make_held_back_section

Facts = Mapping[str, str]
EmailTemplate = tuple[Callable[[], str], Callable[[Facts], Iterator[Block]]]
"""The functions that return the subject and the text of a kind of e-mail."""


def build_account_email(mail: OutgoingMail) -> EmailMultiAlternatives | None:
    """Return the e-mail ready to be sent, in its reader's language; None if its recipient or data is missing.

    Raises AddressUnreachable if the recipient's address accepts no e-mail.
    """
    facts = decrypt(bytes(mail.sealed))
    if facts is None or facts["what"] not in TEMPLATES:
        return None
    if mail.player is not None and not mail.player.is_active:
        return None
    if facts["what"] not in REQUESTED_TEMPLATES and mail.player is not None and _is_dead(mail.player, facts["address"]):
        raise AddressUnreachable
    language, *more = email_languages(facts["language"])
    with translation.override(language):
        reply_to = _reply_to(facts, mail.player)
        content = _content({**_on_its_clock(facts, mail.player), "language": language}, can_be_answered=bool(reply_to))
        for one in more:
            content = _with_language(content, {**facts_in(facts, one), "personal_line": ""}, bool(reply_to))
        if (
            facts["what"] in ("reserve_reply", "invitation_reply", "start_reply", "umpire_reply", "opening")
            and mail.player is not None
        ):
            content = replace(content, sections=[*content.sections, *make_held_back_section(mail.player)])
        return build_account_message(content, facts["address"], mail, reply_to)


def _reply_to(facts: Facts, player: Player | None) -> str:
    """Return the address for replies; "" if the e-mail accepts no replies."""
    if "call" in facts and player is not None:
        return make_reserve_reply_address(UUID(facts["call"]), player)
    return facts.get("reply_to", "")


def _with_language(content: EmailContent, facts: Facts, can_be_answered: bool) -> EmailContent:
    """Return the e-mail with the same text in a second language below, if it is written in two languages."""
    language = facts["language"]
    with translation.override(language):
        added = _content(facts, can_be_answered=can_be_answered)
    heading = f"{content.heading} / {added.heading}"
    sections = [replace(section, language=language) for section in added.sections]
    return replace(content, subject=_subject(heading, facts), heading=heading, sections=[*content.sections, *sections])


def _on_its_clock(facts: Facts, player: Player | None) -> Facts:
    """Return the facts with the time in them (`until`) written in the reader's time zone."""
    if player is None or "until" not in facts:
        return facts
    return {**facts, "until": format_local_time(datetime.fromisoformat(facts["until"]), player)}


class AddressUnreachable(Exception):
    """The address accepts no e-mail: the e-mail must be held back until the player says that the address works."""


def _is_dead(player: Player, address: str) -> bool:
    return player.is_unreachable and player.email.casefold() == address.casefold()


def _content(facts: Facts, *, can_be_answered: bool) -> EmailContent:
    about, says = TEMPLATES[facts["what"]]
    blocks = list(says(facts))
    lead = blocks[0].text if isinstance(blocks[0], Paragraph) else about()
    heading = facts.get("about") or about()
    expected = can_be_answered and facts["what"] in REPLY_TEMPLATES
    foot = [] if expected else [Section("", [Paragraph(_("If you were not expecting this e-mail, ignore it."))])]
    return EmailContent(
        subject=_subject(heading, facts),
        heading=heading,
        role_line="",
        preview=lead,
        sections=[Section("", blocks), *foot],
        language=facts["language"],
        reply_separator=make_reply_separator() if can_be_answered else "",
        in_reply_to=facts.get("answering", ""),
        references=tuple(facts.get("chain", "").split()),
    )


def _subject(heading: str, facts: Facts) -> str:
    named = f" · {facts['game']}" if facts.get("game") else ""
    return join_lines(f"[{settings.PBEM_SITE_NAME}] {heading}{named}")[:180]


def _password_reset(facts: Facts) -> Iterator[Block]:
    yield Paragraph(
        _("Somebody, you we hope, wants a new password for “%(name)s”.") % {"name": facts["name"]}, strong=True
    )
    yield Link(_("Choose a new password"), facts["url"])
    yield Paragraph(_("The link works once, and for a day."))


def _login_code(facts: Facts) -> Iterator[Block]:
    yield Paragraph(_("Your code to sign in: %(code)s") % {"code": facts["code"]}, strong=True)
    yield Paragraph(_("Type it in the window where you asked for it, within a few minutes. Give it to nobody."))


def _confirm_address(facts: Facts) -> Iterator[Block]:
    yield Paragraph(_("Please confirm that this is your address."), strong=True)
    yield Link(_("Confirm the address"), facts["url"])


def _account_there(facts: Facts) -> Iterator[Block]:
    yield Paragraph(
        _("Somebody, you perhaps, wanted to sign up with this address, but you have an account."), strong=True
    )
    yield Link(_("Choose a new password"), facts["url"])


def _password_changed(facts: Facts) -> Iterator[Block]:
    yield Paragraph(_("Your password was changed."), strong=True)
    yield Paragraph(_("If that was not you, choose a new one at once, and tell the operator."))


def _address_old(facts: Facts) -> Iterator[Block]:
    yield Paragraph(
        _("Your e-mails shall go to another address: %(address)s.") % {"address": facts["new"]}, strong=True
    )
    yield Paragraph(_("This happens when you confirm it here, and there as well."))
    yield Link(_("Look at it and confirm"), facts["url"])


def _address_new(facts: Facts) -> Iterator[Block]:
    yield Paragraph(_("The e-mails to “%(name)s” shall come to this address.") % {"name": facts["name"]}, strong=True)
    yield Paragraph(_("This happens when you confirm it here, and at the present address as well."))
    yield Link(_("Look at it and confirm"), facts["url"])


def _address_changed(facts: Facts) -> Iterator[Block]:
    yield Paragraph(_("Your e-mails go to %(address)s from now on.") % {"address": facts["new"]}, strong=True)


def _invitation(facts: Facts) -> Iterator[Block]:
    words = _("%(by)s invites you to a game of %(title)s: “%(game)s”, %(scenario)s.") % facts
    yield Paragraph(words, strong=True)
    if facts.get("personal_line"):
        said = without_links(facts["personal_line"])
        yield Paragraph(_("%(by)s writes: “%(line)s”") % {"by": facts["by"], "line": said})
    if facts["seat"]:
        yield Paragraph(_("Your seat: %(seat)s.") % facts)
    if facts.get("time"):
        yield BulletList(facts["time"].splitlines())
    yield Link(_("Look at the invitation"), facts["url"])
    yield Paragraph(_("You take the seat when you confirm it on that page. The link works once, and for two weeks."))
    if facts.get("reply_to") and facts["name"]:
        yield Paragraph(
            _("Or reply with one word on a line of its own: “accept”, and you take the seat of %(name)s; or “decline”.")
            % facts
        )
    elif facts.get("reply_to"):
        yield Paragraph(
            _(
                "If you do not want to come, the reply “decline” is enough. "
                "To come, open the link: there you choose a name."
            )
        )


def _invitation_how(facts: Facts) -> Iterator[Block]:
    yield Paragraph(_("Your mail about “%(game)s” has come in, and nothing was changed.") % facts, strong=True)
    yield Paragraph(
        _(
            "To come, open the link in the e-mail that invites you: there you choose the name under which you "
            "play. An e-mail alone cannot do this. If you do not want to come, reply “decline” on a line of its "
            "own."
        )
    )


def _declined(facts: Facts) -> Iterator[Block]:
    yield Paragraph(_("%(who)s declines your invitation to “%(game)s”.") % facts, strong=True)
    if facts["seat"]:
        yield Paragraph(_("The seat was: %(seat)s.") % facts)
    yield Link(_("To the game, and to invite somebody else"), facts["url"])


def _accepted(facts: Facts) -> Iterator[Block]:
    yield Paragraph(_("%(who)s has accepted your invitation to “%(game)s”.") % facts, strong=True)
    if facts["seat"]:
        yield Paragraph(_("The seat: %(seat)s.") % facts)
    if facts.get("begins"):
        yield Paragraph(_("All seats are taken, and the game begins."))
    elif facts.get("free"):
        yield Paragraph(_("Seats that are still free: %(free)s.") % facts)
        if facts.get("reply_to"):
            yield Paragraph(_("When they are taken, the reply “start” begins the game."))
    else:
        yield Paragraph(_("All seats are taken. The game begins when you start it."))
        if facts.get("reply_to"):
            yield Paragraph(_("Reply “start” on a line of its own, or start it on the game's page."))
    yield Link(_("To the game"), facts["url"])


def _many_mails(facts: Facts) -> Iterator[Block]:
    yield Paragraph(_("So many mails of yours have come in during an hour that not each is answered."), strong=True)
    yield Paragraph(_how_many_are_read(facts))
    yield Paragraph(_("How your orders stand is on the page of each decision, and there they can be given, too."))
    yield Link(_("To your games"), facts["url"])


def _how_many_are_read(facts: Facts) -> str:
    if facts["answered"] == facts["read"]:
        return (
            _(
                "At most %(read)s in an hour are read. Nothing of the others counts: send them again later. "
                "You are not told this again before %(until)s."
            )
            % facts
        )
    return (
        _(
            "%(answered)s of an hour get an answer each. More are read, and count, but you are not told what was "
            "understood. Beyond %(read)s none is read: nothing of it counts. "
            "You are not told this again before %(until)s."
        )
        % facts
    )


def _welcome(facts: Facts) -> Iterator[Block]:
    yield Paragraph(_("You have an account here: “%(name)s”.") % facts, strong=True)
    yield Link(_("Come in, and set your password"), facts["url"])
    yield Paragraph(_("The link works once, and for two weeks."))
    if address := settings.PBEM_MAIL_REPLY_ADDRESS:
        words = _("You can also play by e-mail alone: write “help” or “games” to %(address)s from this address.")
        yield Paragraph(words % {"address": address})


def _absence(facts: Facts) -> Iterator[Block]:
    words = _("In “%(game)s” the seat %(seat)s has missed %(misses)s deadlines in a row.") % facts
    yield Paragraph(words, strong=True)
    yield Link(_("To the umpire's page"), facts["url"])
    yield Paragraph(_("There you may give more time, pause the game, or put somebody else into the seat."))


def _unreachable(facts: Facts) -> Iterator[Block]:
    words = _("In “%(game)s” e-mails to the seat %(seat)s bounce: the address takes no mail.") % facts
    yield Paragraph(words, strong=True)
    yield Link(_("To the game"), facts["url"])
    yield Paragraph(_("None is sent there until the player says that it works again. Deadlines go on."))
    yield Paragraph(_("If the player neither logs in nor answers, the seat becomes free at %(until)s.") % facts)


def _seat_free(facts: Facts) -> Iterator[Block]:
    yield Paragraph(_("In “%(game)s” the player of %(seat)s has left: the seat is free.") % facts, strong=True)
    yield Link(_("To the game"), facts["url"])
    yield Paragraph(_("There you can invite somebody, or give the seat to a bot once the game has begun."))


def _seat_lost(facts: Facts) -> Iterator[Block]:
    yield Paragraph(_("In “%(game)s” your seat %(seat)s was taken from you.") % facts, strong=True)
    yield Paragraph(_("The people who manage the game may replace players, for instance absent ones."))
    yield Link(_("To the game"), facts["url"])


def _no_host(facts: Facts) -> Iterator[Block]:
    yield Paragraph(_("The host of “%(game)s” has gone, and nobody in the game can be the host.") % facts, strong=True)
    yield Link(_("To the umpire's page"), facts["url"])


def _now_host(facts: Facts) -> Iterator[Block]:
    yield Paragraph(_("You are the host of “%(game)s” from now on.") % facts, strong=True)
    yield Paragraph(_("You can replace players who leave, call the game off, or hand on the host's role."))
    yield Link(_("To the game"), facts["url"])


def _undelivered(facts: Facts) -> Iterator[Block]:
    words = _("Your invitation to “%(game)s” came back: it cannot be delivered to %(who)s.") % facts
    yield Paragraph(words, strong=True)
    yield Paragraph(_("Check the address, and invite again on the game's page."))
    yield Link(_("To the game"), facts["url"])


def _account_deleted(facts: Facts) -> Iterator[Block]:
    yield Paragraph(_("Your account “%(name)s” is deleted.") % facts, strong=True)
    yield Paragraph(_("Your seats are free, and finished games name you “former player”. This cannot be undone."))


def _resigned(facts: Facts) -> Iterator[Block]:
    yield Paragraph(_("You have given up the seat %(seat)s in “%(game)s”.") % facts, strong=True)


def _reserve_call(facts: Facts) -> Iterator[Block]:
    words = _("In “%(game)s” (%(title)s) the seat %(seat)s needs a player. You are a reserve: will you take it?")
    yield Paragraph(words % facts, strong=True)
    yield Paragraph(
        _("Please answer until %(until)s; then the next is asked, and who accepts first has the seat.") % facts
    )
    if settings.PBEM_MAIL_REPLY_ADDRESS:
        yield Paragraph(
            _(
                "Reply with one word on a line of its own: “accept”, or “decline” (nobody is notified of it). "
                "“withdraw” declines, and you are asked no more in this game."
            )
        )
    yield Link(_("Answer on the game's page"), facts["url"])


def _reserve_reply(facts: Facts) -> Iterator[Block]:
    yield Paragraph(facts["says"], strong=True)
    if facts["cancel"]:
        yield from _waits(facts)
    if facts.get("game"):
        yield Paragraph(_("This is about “%(game)s”.") % facts)


def _waits(facts: Facts) -> Iterator[Block]:
    """Yield the text that says until when a message waits in quarantine, and how to cancel it."""
    words = _(
        "We could not verify the address that your e-mail came from. So it counts from %(time)s on, unless you "
        "cancel it."
    )
    yield Paragraph(words % {"time": facts["until"]})
    yield Link(_("Look at it and cancel it"), facts["cancel"])


def _no_reserve(facts: Facts) -> Iterator[Block]:
    words = _("In “%(game)s” no reserve is left who could be asked to take the seat %(seat)s.") % facts
    yield Paragraph(words, strong=True)
    yield Link(_("To the umpire's page"), facts["url"])


def _replaced(facts: Facts) -> Iterator[Block]:
    words = _("While you were absent a reserve has taken over your seat %(seat)s in “%(game)s”.") % facts
    yield Paragraph(words, strong=True)
    yield Link(_("To the game"), facts["url"])


def _opening(facts: Facts) -> Iterator[Block]:
    """Yield the text about a proposed game, or about the result of a request for one."""
    if facts.get("says"):
        yield Paragraph(facts["says"], strong=True)
    if facts.get("cancel"):
        yield from _waits(facts)
    if facts.get("points"):
        yield BulletList(facts["points"].splitlines())
    if facts.get("usual"):
        yield Paragraph(facts["usual"])
    if facts.get("how"):
        yield BulletList(facts["how"].splitlines())
    if facts.get("asking"):
        yield Paragraph(facts["asking"])
        yield Verbatim(facts["lines"])
        yield Paragraph(facts["more"])
    if facts.get("url"):
        yield Link(_("To the game"), facts["url"])


def _unread_mail(facts: Facts) -> Iterator[Block]:
    """Yield the text that says why an e-mail to the server's own address was not read, and what to do."""
    yield Paragraph(facts["says"], strong=True)
    yield Link(_("To your games"), facts["url"])


def _umpire_question(facts: Facts) -> Iterator[Block]:
    """Yield a player's question to the umpire, host or staff, and how to answer it."""
    yield Paragraph(_("%(seat)s asks you in “%(game)s”:") % facts, strong=True)
    yield Verbatim(facts["said"])
    if facts.get("reply_to"):
        yield Paragraph(_("Reply to this e-mail, or answer on the page. Only the player of this seat gets the answer."))
    else:
        yield Paragraph(_("Only the player of this seat gets the answer."))
    yield Link(_("Answer this question"), facts["url"])


def _umpire_answer(facts: Facts) -> Iterator[Block]:
    """Yield the answer to a player's question."""
    says = {
        "umpire": _("The umpire of “%(game)s” answers your question:"),
        "host": _("The host of “%(game)s” answers your question:"),
        "staff": _("The staff of this server answers your question about “%(game)s”:"),
    }
    yield Paragraph(says[facts["office"]] % facts, strong=True)
    yield Verbatim(facts["said"])
    yield Paragraph(_("You asked:"))
    yield Verbatim(facts["asked"])
    yield Link(_("To the game"), facts["url"])


TEMPLATES: dict[str, EmailTemplate] = {
    "umpire_question": (lambda: _("A question to you"), _umpire_question),
    "umpire_answer": (lambda: _("The answer to your question"), _umpire_answer),
    "umpire_reply": (lambda: _("Your answer to a question"), _reserve_reply),
    "password_reset": (lambda: _("A new password"), _password_reset),
    "login_code": (lambda: _("Your code"), _login_code),
    "confirm_address": (lambda: _("Confirm your address"), _confirm_address),
    "account_there": (lambda: _("You have an account"), _account_there),
    "password_changed": (lambda: _("Your password was changed"), _password_changed),
    "address_old": (lambda: _("Another address"), _address_old),
    "address_new": (lambda: _("Another address"), _address_new),
    "invitation": (lambda: _("An invitation"), _invitation),
    "absence": (lambda: _("A player is absent"), _absence),
    "unreachable": (lambda: _("E-mails bounce"), _unreachable),
    "reserve_call": (lambda: _("A seat for you"), _reserve_call),
    "reserve_reply": (lambda: _("Your answer as a reserve"), _reserve_reply),
    "invitation_reply": (lambda: _("Your answer to an invitation"), _reserve_reply),
    "invitation_how": (lambda: _("Your answer to an invitation"), _invitation_how),
    "start_reply": (lambda: _("The start of a game"), _reserve_reply),
    "opening": (lambda: _("Opening a game"), _opening),
    "unread_mail": (lambda: _("Your e-mail was not read"), _unread_mail),
    "undelivered": (lambda: _("Your invitation came back"), _undelivered),
    "seat_free": (lambda: _("A seat is free"), _seat_free),
    "seat_lost": (lambda: _("Your seat was given away"), _seat_lost),
    "no_host": (lambda: _("A game without a host"), _no_host),
    "now_host": (lambda: _("You are the host"), _now_host),
    "account_deleted": (lambda: _("Your account is deleted"), _account_deleted),
    "accepted": (lambda: _("Your invitation is accepted"), _accepted),
    "declined": (lambda: _("Your invitation is declined"), _declined),
    "many_mails": (lambda: _("Many mails in an hour"), _many_mails),
    "no_reserve": (lambda: _("No reserve is left"), _no_reserve),
    "replaced": (lambda: _("Somebody else has your seat"), _replaced),
    "resigned": (lambda: _("You have left your seat"), _resigned),
    "welcome": (lambda: _("Welcome aboard"), _welcome),
    "address_changed": (lambda: _("Your address was changed"), _address_changed),
}
"""The subject and text of every kind of e-mail about an account, by the name of its template."""

REPLY_TEMPLATES = frozenset(
    {
        *("reserve_call", "reserve_reply", "invitation_reply", "invitation_how", "start_reply", "opening"),
        *("umpire_question", "umpire_answer", "umpire_reply"),
    }
)
"""Templates of e-mails to reserves, and to players who have just written."""
REPORTING_TEMPLATES = ("reserve_reply", "invitation_reply", "start_reply", "umpire_reply", "opening")
"""Templates of replies that also report e-mails that are held back."""
REQUESTED_TEMPLATES = frozenset(
    {
        "password_reset",
        "login_code",
        "confirm_address",
        "account_there",
        "address_old",
        "address_new",
        "reserve_reply",
        "invitation_reply",
        "invitation_how",
        "start_reply",
        "umpire_reply",
        "opening",
        "unread_mail",
        "many_mails",
        "resigned",
        "account_deleted",
    }
)
"""Templates of e-mails that the player has just requested; they are sent even if earlier e-mails bounced."""
