"""Letters to persons: a link to a new password, a code, an invitation. Opening a link changes nothing."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils import translation
from django.utils.translation import gettext as _

from games.models import OutgoingMail, Player
from games.selectors.tags import reserve_tag
from games.stored.sealing import unseal
from worker.mail.blocks import Block, Content, Link, Points, Section, Verbatim, Words
from worker.mail.content import TAG, one_line
from worker.mail.message import personal
from worker.mail.reaching import held_back_section
from worker.mail.replying import mark
from worker.mail.times import local_time

Facts = Mapping[str, str]
Sort = tuple[Callable[[], str], Callable[[Facts], Iterator[Block]]]
"""What a sort of letter is about, and what it says."""


def personal_message(mail: OutgoingMail) -> EmailMultiAlternatives | None:
    """The letter ready to be sent, in its reader's language; None where it is owed to nobody, or was wiped."""
    facts = unseal(bytes(mail.sealed))
    if facts is None or facts["what"] not in SORTS:
        return None
    if mail.player is not None and not mail.player.is_active:
        return None
    if facts["what"] not in ASKED_FOR and mail.player is not None and _is_dead(mail.player, facts["address"]):
        raise Unreachable
    with translation.override(facts["language"]):
        called = "call" in facts and mail.player is not None
        reply_to = (
            reserve_tag(UUID(facts["call"]), mail.player) if called and mail.player else facts.get("reply_to", "")
        )
        content = _content(_on_its_clock(facts, mail.player), can_be_answered=bool(reply_to))
        if facts["what"] in ("reserve_reply", "invitation_reply", "start_reply", "opening") and mail.player is not None:
            content = replace(content, sections=[*content.sections, *held_back_section(mail.player)])
        return personal(content, facts["address"], mail, reply_to)


def _on_its_clock(facts: Facts, player: Player | None) -> Facts:
    """The facts with the moment in them as their reader's clock shows it."""
    if player is None or "until" not in facts:
        return facts
    return {**facts, "until": local_time(datetime.fromisoformat(facts["until"]), player)}


class Unreachable(Exception):
    """The address takes no mail: the letter is held back until its reader says that it works again."""


def _is_dead(player: Player, address: str) -> bool:
    return player.is_unreachable and player.email.casefold() == address.casefold()


def _content(facts: Facts, *, can_be_answered: bool) -> Content:
    about, says = SORTS[facts["what"]]
    blocks = list(says(facts))
    lead = blocks[0].text if isinstance(blocks[0], Words) else about()
    heading = facts.get("about") or about()
    expected = can_be_answered and facts["what"] in EXPECTED
    foot = [] if expected else [Section("", [Words(_("If you do not expect this letter, do nothing."))])]
    named = f" · {facts['game']}" if facts.get("game") else ""
    return Content(
        subject=one_line(f"{TAG} {heading}{named}")[:180],
        heading=heading,
        who_you_are="",
        preview=lead,
        sections=[Section("", blocks), *foot],
        language=facts["language"],
        mark=mark() if can_be_answered else "",
        answering=facts.get("answering", ""),
    )


def _password_reset(facts: Facts) -> Iterator[Block]:
    yield Words(_("Somebody, you we hope, wants a new password for “%(name)s”.") % {"name": facts["name"]}, strong=True)
    yield Link(_("Choose a new password"), facts["url"])
    yield Words(_("The link works once, and for a day."))


def _login_code(facts: Facts) -> Iterator[Block]:
    yield Words(_("Your code to sign in: %(code)s") % {"code": facts["code"]}, strong=True)
    yield Words(_("Type it in the window where you asked for it, within a few minutes. Give it to nobody."))


def _confirm_address(facts: Facts) -> Iterator[Block]:
    yield Words(_("Please confirm that this is your address."), strong=True)
    yield Link(_("Confirm the address"), facts["url"])


def _account_there(facts: Facts) -> Iterator[Block]:
    yield Words(_("Somebody, you perhaps, wanted to sign up with this address, but you have an account."), strong=True)
    yield Link(_("Choose a new password"), facts["url"])


def _password_changed(facts: Facts) -> Iterator[Block]:
    yield Words(_("Your password was changed."), strong=True)
    yield Words(_("If that was not you, choose a new one at once, and tell the operator."))


def _address_old(facts: Facts) -> Iterator[Block]:
    yield Words(_("Your letters shall go to another address: %(address)s.") % {"address": facts["new"]}, strong=True)
    yield Words(_("This happens when you confirm it here, and there as well."))
    yield Link(_("Look at it and confirm"), facts["url"])


def _address_new(facts: Facts) -> Iterator[Block]:
    yield Words(_("The letters to “%(name)s” shall come to this address.") % {"name": facts["name"]}, strong=True)
    yield Words(_("This happens when you confirm it here, and at the present address as well."))
    yield Link(_("Look at it and confirm"), facts["url"])


def _address_changed(facts: Facts) -> Iterator[Block]:
    yield Words(_("Your letters go to %(address)s from now on.") % {"address": facts["new"]}, strong=True)


def _invitation(facts: Facts) -> Iterator[Block]:
    words = _("%(by)s invites you to a game of %(title)s: “%(game)s”, %(scenario)s.") % facts
    yield Words(words, strong=True)
    if facts["seat"]:
        yield Words(_("Your seat: %(seat)s.") % facts)
    if facts.get("time"):
        yield Points(facts["time"].splitlines())
    yield Link(_("Look at the invitation"), facts["url"])
    yield Words(_("You sit down when you confirm it on that page. The link works once, and for two weeks."))
    if facts.get("reply_to") and facts["name"]:
        yield Words(
            _("Or reply with one word on a line of its own: “accept”, and you sit down as %(name)s; or “decline”.")
            % facts
        )
    elif facts.get("reply_to"):
        yield Words(
            _(
                "If you do not want to come, the reply “decline” is enough. "
                "To come, open the link: there you choose a name."
            )
        )


def _invitation_how(facts: Facts) -> Iterator[Block]:
    yield Words(_("Your mail about “%(game)s” has come in, and nothing was changed.") % facts, strong=True)
    yield Words(
        _(
            "To come, open the link in the letter that invites you: there you choose the name under which you play. A "
            "mail alone cannot do this. If you do not want to come, reply “decline” on a line of its own."
        )
    )


def _declined(facts: Facts) -> Iterator[Block]:
    yield Words(_("%(who)s declines your invitation to “%(game)s”.") % facts, strong=True)
    if facts["seat"]:
        yield Words(_("The seat was: %(seat)s.") % facts)
    yield Link(_("To the game, and to invite somebody else"), facts["url"])


def _accepted(facts: Facts) -> Iterator[Block]:
    yield Words(_("%(who)s has accepted your invitation to “%(game)s”.") % facts, strong=True)
    if facts["seat"]:
        yield Words(_("The seat: %(seat)s.") % facts)
    if facts.get("begins"):
        yield Words(_("All seats are taken, and the game begins."))
    elif facts.get("free"):
        yield Words(_("Seats that are still free: %(free)s.") % facts)
        if facts.get("reply_to"):
            yield Words(_("When they are taken, the reply “start” begins the game."))
    else:
        yield Words(_("All seats are taken. The game begins when you start it."))
        if facts.get("reply_to"):
            yield Words(_("Reply “start” on a line of its own, or start it on the game's page."))
    yield Link(_("To the game"), facts["url"])


def _many_mails(facts: Facts) -> Iterator[Block]:
    yield Words(_("So many mails of yours have come in during an hour that not each is answered."), strong=True)
    yield Words(
        _(
            "%(answered)s of an hour get an answer each. More are read, and count, but you are not told what was "
            "understood. Beyond %(read)s none is read: nothing of it counts. "
            "You are not told this again before %(until)s."
        )
        % facts
    )
    yield Words(_("How your orders stand is on the page of each decision, and there they can be given, too."))
    yield Link(_("To your games"), facts["url"])


def _welcome(facts: Facts) -> Iterator[Block]:
    yield Words(_("You have an account here: “%(name)s”.") % facts, strong=True)
    yield Link(_("Come in, and set your password"), facts["url"])
    yield Words(_("The link works once, and for two weeks."))


def _absence(facts: Facts) -> Iterator[Block]:
    words = _("In “%(game)s” the seat %(seat)s has missed %(misses)s deadlines in a row.") % facts
    yield Words(words, strong=True)
    yield Link(_("To the umpire's page"), facts["url"])
    yield Words(_("There you may give more time, pause the game, or put somebody else into the seat."))


def _unreachable(facts: Facts) -> Iterator[Block]:
    words = _("In “%(game)s” letters to the seat %(seat)s come back: the address takes no mail.") % facts
    yield Words(words, strong=True)
    yield Link(_("To the umpire's page"), facts["url"])
    yield Words(_("None is sent there until the player says that it works again. Deadlines go on."))


def _resigned(facts: Facts) -> Iterator[Block]:
    yield Words(_("You have given up the seat %(seat)s in “%(game)s”.") % facts, strong=True)


def _reserve_call(facts: Facts) -> Iterator[Block]:
    words = _("In “%(game)s” (%(title)s) the seat %(seat)s needs a player. You are a reserve: will you take it?")
    yield Words(words % facts, strong=True)
    yield Words(_("Please answer until %(until)s; then the next is asked, and who accepts first has the seat.") % facts)
    if settings.PBEM_MAIL_REPLY:
        yield Words(
            _(
                "Reply with one word on a line of its own: “accept”, or “decline”, of which nobody is told. “withdraw” "
                "declines, and you are asked no more in this game."
            )
        )
    yield Link(_("Answer on the game's page"), facts["url"])


def _reserve_reply(facts: Facts) -> Iterator[Block]:
    yield Words(facts["says"], strong=True)
    if facts["cancel"]:
        yield from _waits(facts)
    if facts.get("game"):
        yield Words(_("This is about “%(game)s”.") % facts)


def _waits(facts: Facts) -> Iterator[Block]:
    """Until when a mail waits, and how to cancel it."""
    words = _(
        "Nobody vouches for the address that your mail came from. So it counts from %(time)s on, unless you cancel it."
    )
    yield Words(words % {"time": facts["until"]})
    yield Link(_("Look at it and cancel it"), facts["cancel"])


def _no_reserve(facts: Facts) -> Iterator[Block]:
    words = _("In “%(game)s” no reserve is left who could be asked to take the seat %(seat)s.") % facts
    yield Words(words, strong=True)
    yield Link(_("To the umpire's page"), facts["url"])


def _replaced(facts: Facts) -> Iterator[Block]:
    words = _("While you were absent a reserve has taken over your seat %(seat)s in “%(game)s”.") % facts
    yield Words(words, strong=True)
    yield Link(_("To the game"), facts["url"])


def _opening(facts: Facts) -> Iterator[Block]:
    """A game to be opened, or what came of asking for one: only what there is to say of it."""
    if facts.get("says"):
        yield Words(facts["says"], strong=True)
    if facts.get("cancel"):
        yield from _waits(facts)
    if facts.get("points"):
        yield Points(facts["points"].splitlines())
    if facts.get("usual"):
        yield Words(facts["usual"])
    if facts.get("how"):
        yield Points(facts["how"].splitlines())
    if facts.get("asking"):
        yield Words(facts["asking"])
        yield Verbatim(facts["lines"])
        yield Words(facts["more"])
    if facts.get("url"):
        yield Link(_("To the game"), facts["url"])


SORTS: dict[str, Sort] = {
    "password_reset": (lambda: _("A new password"), _password_reset),
    "login_code": (lambda: _("Your code"), _login_code),
    "confirm_address": (lambda: _("Confirm your address"), _confirm_address),
    "account_there": (lambda: _("You have an account"), _account_there),
    "password_changed": (lambda: _("Your password was changed"), _password_changed),
    "address_old": (lambda: _("Another address"), _address_old),
    "address_new": (lambda: _("Another address"), _address_new),
    "invitation": (lambda: _("An invitation"), _invitation),
    "absence": (lambda: _("A player is absent"), _absence),
    "unreachable": (lambda: _("Letters come back"), _unreachable),
    "reserve_call": (lambda: _("A seat for you"), _reserve_call),
    "reserve_reply": (lambda: _("Your answer as a reserve"), _reserve_reply),
    "invitation_reply": (lambda: _("Your answer to an invitation"), _reserve_reply),
    "invitation_how": (lambda: _("Your answer to an invitation"), _invitation_how),
    "start_reply": (lambda: _("The start of a game"), _reserve_reply),
    "opening": (lambda: _("Opening a game"), _opening),
    "accepted": (lambda: _("Your invitation is accepted"), _accepted),
    "declined": (lambda: _("Your invitation is declined"), _declined),
    "many_mails": (lambda: _("Many mails in an hour"), _many_mails),
    "no_reserve": (lambda: _("No reserve is left"), _no_reserve),
    "replaced": (lambda: _("Somebody else has your seat"), _replaced),
    "resigned": (lambda: _("You have left your seat"), _resigned),
    "welcome": (lambda: _("Welcome aboard"), _welcome),
    "address_changed": (lambda: _("Your address was changed"), _address_changed),
}
"""Every sort of personal letter. What is owed to nobody has a sort that is not among them, and is dropped."""

EXPECTED = frozenset({"reserve_call", "reserve_reply", "invitation_reply", "invitation_how", "start_reply", "opening"})
"""What goes to who is a reserve, or has just written."""
ASKED_FOR = frozenset(
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
        "opening",
        "many_mails",
        "resigned",
    }
)
"""What somebody waits for who has just asked for it, or written: it goes out even where letters came back before."""
