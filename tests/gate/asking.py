"""What is written when a game is opened by mail, and what may be hidden meanwhile."""

from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import time_machine
from django.db.models import Q

from games.models import Game, IncomingMail, Invitation, Player
from games.persistence.mail_tags import UNTAGGED
from games.selectors.mail_tag_targets import make_start_reply_address
from games.services.creation import do_create_game
from games.services.devices import do_add_device
from games.services.invitations import do_decline_invitation, do_invite, do_send_invitation
from games.services.lifecycle import do_abandon_game, do_join_game, do_leave_game, do_start_game
from games.services.mail_delivery import DeliveryReport, delivered_address_digest, do_record_delivery_event
from games.services.openings import OpeningPlan, do_discard_proposed, do_open_proposed, do_propose_game
from games.services.profile import do_create_token
from games.services.webhooks import do_add_webhook
from tests.gate.opened import GAME, Ears, Hidden, Story
from tests.gate.worlds import START
from tests.worker.webhooks.browser import Browser

NINA = "nina@example.net"
"""Who has no account, unless that is what is hidden."""
ZED = "zed"


def people() -> None:
    """Anna opens games, Ben and Dora are asked in, Zoe looks on."""
    for name in ("anna", "ben", "dora", "zoe"):
        player(name)


def player(name: str) -> Player:
    """Who has this name, or gets it."""
    return Player.objects.filter(username=name).first() or Player.objects.create_user(name, f"{name}@example.org", "pw")


# --- what is written


def opens(ears: Ears, black: str, blue: str = "anyone") -> None:
    """Anna asks for a game, is shown it, has it otherwise, and opens it."""
    ears.mail("anna", f"new toy council name={GAME} side=red green=bot black={black} blue={blue}")
    ears.reply("anna", "hours=48")
    ears.reply("anna", "yes")


def by_name(ears: Ears) -> None:
    """Ben is asked in by his name."""
    opens(ears, "ben")


def he_comes(ears: Ears) -> None:
    """Ben is asked in and comes."""
    opens(ears, "ben")
    ears.reply("ben", "accept")


def two_are_asked(ears: Ears) -> None:
    """Ben comes, and somebody else is asked in."""
    opens(ears, "ben", ears.hidden.blue)
    ears.reply("ben", "accept")


def by_address(ears: Ears) -> None:
    """Somebody is asked in by an address."""
    opens(ears, NINA)


def she_declines(ears: Ears) -> None:
    """Somebody is asked in by an address, and does not come."""
    opens(ears, NINA)
    ears.reply(NINA, "decline")


def stranger(ears: Ears) -> None:
    """Somebody who has no account would come, and hears how."""
    opens(ears, NINA, ears.hidden.blue)
    ears.reply(NINA, "accept")
    ears.reply(NINA, "decline")


def comes_back(ears: Ears, invited: str) -> None:
    """Anna asks somebody in to whom no letter goes: the mail server refuses it, unless it was held back already."""
    opens(ears, invited)
    to = Q(player__username=invited) | Q(address=invited)
    for invitation in Invitation.objects.filter(to, mail__status="sent").select_related("mail"):
        report = DeliveryReport("bounced", "smtp", hard=True, code="5.1.1")
        do_record_delivery_event(invitation.mail, report, address=delivered_address_digest(invitation.mail))
    ears.post()


def comes_back_from_ben(ears: Ears) -> None:
    """Ben is asked in by his name, and the letter comes back."""
    comes_back(ears, "ben")


def comes_back_from_the_address(ears: Ears) -> None:
    """Somebody is asked in by an address, and the letter comes back."""
    comes_back(ears, NINA)


def nobody_there(ears: Ears) -> None:
    """Somebody is asked in who is not here."""
    ears.mail("anna", f"new toy council name={GAME} side=red black={ZED}")
    ears.mail("anna", f"new toy council name={GAME} side=red black=ben", f"blue={ZED}")


def doubtful(ears: Ears) -> None:
    """Nobody vouches for Anna's address: what she opens waits."""
    ears.mail("anna", f"new toy council name={GAME} side=red black={NINA} green=bot", vouched=False)
    ears.reply("anna", "yes", vouched=False)
    with time_machine.travel(START + timedelta(minutes=6), tick=False):
        ears.post()


def thinks_better(ears: Ears) -> None:
    """Anna drops what she has asked for, and would have it all the same."""
    ears.mail("anna", f"new toy council side=red black=ben blue={NINA}")
    ears.reply("anna", "no")
    ears.mail("anna", "new toy council side=red black=ben")
    ears.mail("anna", "games toy")
    ears.mail("anna", "What is this?")


def starts(ears: Ears) -> None:
    """Anna has opened a game on the page, hears that Ben comes, and starts it."""
    do_join_game(player=player("anna"), game_id=on_the_page().pk, role="red")
    ears.post()
    ears.reply("ben", "accept")
    for _ in range(2):
        ears.reply("anna", "start")


def starts_anothers(ears: Ears) -> None:
    """Zoe has come by the address to which Anna says that her private game shall begin."""
    ears.game = game = on_the_page()
    ears.hidden.then(game)
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PRIVATE)
    ears.mail("zoe", "start", to=make_start_reply_address(game))
    ears.mail("zoe", "Hello?", to=make_start_reply_address(game))


def on_the_page() -> Game:
    """A game of Anna's that begins when she says so; Ben is asked to take black."""
    game = do_create_game(host=player("anna"), title="toy", scenario="standard", name=GAME)
    do_invite(by=player("anna"), game_id=game.pk, role="black", player="ben")
    return game


def opens_for_herself(ears: Ears) -> None:
    """Zoe opens a game of her own."""
    ears.mail("zoe", f"new toy council name={GAME} side=red black=ben")
    ears.reply("zoe", "yes")


def unknown(ears: Ears) -> None:
    """Somebody writes who is not here."""
    ears.mail(f"{ZED}@example.net", "new toy council")
    ears.mail(f"{ZED}@example.net", "help", vouched=False)


# --- what may be hidden


def account(**fields: Any) -> Any:
    """The address has an account."""
    return lambda: Player.objects.create_user("nina", NINA, "pw", **fields)


def changed(name: str, **fields: Any) -> Any:
    """A player is otherwise."""
    return lambda: Player.objects.filter(username=name).update(**fields)


MARKED = {"bounced_address": NINA, "bounced_at": START, "bounced_why": "5.1.1"}
AWAY = {"vacation_from": date(2026, 11, 1), "vacation_until": date(2026, 12, 24), "vacation_stand_in": True}
RARELY = {"mail_hours": {"digest": "daily", "at": "07:00"}, "mail_preferences": {"stops": False}}


def is_busy(name: str) -> Any:
    """So many mails of a player came in during this hour that no more are read."""

    def write() -> None:
        mails = [IncomingMail(player=player(name), digest=uuid4().hex, proven=True) for _ in range(60)]
        IncomingMail.objects.bulk_create(mails)
        IncomingMail.objects.update(status="handled", tag="q")

    return write


def plays(name: str) -> Any:
    """A player sits in a private game of others, with an option that only its players know, and hosts another."""

    def play() -> None:
        other = player("erik")
        game = do_create_game(host=other, title="toy", scenario="standard", options={"planned": True})
        for one in (other, player(name)):
            do_join_game(player=one, game_id=game.pk)
        Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PRIVATE)
        do_start_game(player=other, game_id=game.pk)
        opened(name)

    return play


def opened(name: str, *, to: str = "yes") -> None:
    """A player has asked for a private game by mail and said so far."""
    asked = ("dora", "erik@example.net")
    plan = OpeningPlan(title="toy", scenario="council", name="Karlsruhe", against=asked, visibility="private")
    row = do_propose_game(player=player(name), plan=plan)
    if to == "yes":
        do_open_proposed(player=player(name), opening_id=row.pk)
    elif to == "no":
        do_discard_proposed(player=player(name), opening_id=row.pk)


def was_asked_before() -> None:
    """Somebody else has asked Ben and the address into a game, and they did not come."""
    game = do_create_game(host=player("erik"), title="toy", scenario="standard", name="Karlsruhe", visibility="private")
    do_decline_invitation(
        token=do_send_invitation(do_invite(by=player("erik"), game_id=game.pk, role="red", player="ben"))
    )
    do_decline_invitation(
        token=do_send_invitation(do_invite(by=player("erik"), game_id=game.pk, role="black", email=NINA))
    )


def has_ways_of_his_own() -> None:
    """Ben has a token, a webhook and a device."""
    do_create_token(player=player("ben"))
    do_add_webhook(player=player("ben"), url="https://example.org/hook")
    do_add_device(player=player("ben"), **Browser("https://push.example.org/abc").form())


def others() -> None:
    """Dora has asked for a game by mail, has opened another, and has asked somebody in."""
    opened("dora", to="nothing")
    tag, digest = UNTAGGED.kind + UNTAGGED.subject.hex, uuid4().hex
    IncomingMail.objects.create(player=player("dora"), digest=digest, proven=True, status="handled", tag=tag)
    game = do_create_game(host=player("dora"), title="toy", scenario="standard", visibility="private")
    do_invite(by=player("dora"), game_id=game.pk, role="red", email=f"{uuid4().hex}@example.net")


MUCH_ELSE = Hidden("much else goes on", before=others, meanwhile=others)
OF_NINA = (
    Hidden("the address has an account", account()),
    Hidden("its account reads Japanese", account(language="ja", time_zone="Asia/Tokyo")),
    Hidden("its account is shut", account(is_active=False)),
    Hidden("its account is away", account(**AWAY)),
    Hidden("its account wants few letters", account(**RARELY)),
    Hidden("its account is of the staff", account(is_staff=True)),
    Hidden("its owner was asked before", was_asked_before),
    MUCH_ELSE,
)
NINA_IS_MARKED = Hidden("letters to its account come back", account(**MARKED))
BEN_IS_MARKED = Hidden("letters to him come back", changed("ben", **MARKED | {"bounced_address": "ben@example.org"}))
MARKED_ONES = (NINA_IS_MARKED, BEN_IS_MARKED)
"""The host hears that an invitation came back, and no more than if the address had not been known to be dead."""
OF_BEN = (
    Hidden("his address is another", changed("ben", email="captain@elsewhere.example")),
    Hidden("he reads Japanese", changed("ben", language="ja", time_zone="Asia/Tokyo")),
    Hidden("he wants few letters", changed("ben", **RARELY)),
    Hidden("he is of the staff", changed("ben", is_staff=True, is_superuser=True)),
    Hidden("he was here lately", changed("ben", last_login=START, date_joined=START - timedelta(days=900))),
    Hidden("he plays elsewhere", plays("ben")),
    Hidden("he was asked before", was_asked_before),
    Hidden("he has ways of his own", has_ways_of_his_own),
    MUCH_ELSE,
)
OUT_OF_REACH = (
    Hidden("he is away", changed("ben", **AWAY)),
    Hidden("he has reached his limit", is_busy("ben")),
)
"""What keeps him from coming, or may be seen of him once he sits."""
SHUT = (
    Hidden("somebody had that name", lambda: Player.objects.create_user(ZED, "z@example.org", "pw", is_active=False)),
    Hidden("somebody has that address", lambda: Player.objects.create_user("other", "zed@example.org", "pw")),
    MUCH_ELSE,
)
OF_ANNA = (
    Hidden("her address is another", changed("anna", email="captain@elsewhere.example")),
    Hidden("she plays elsewhere", plays("anna")),
    Hidden("she would open another", lambda: opened("anna", to="nothing")),
    Hidden("she has dropped another", lambda: opened("anna", to="no")),
    MUCH_ELSE,
)
OF_BLUE = (
    Hidden("Dora is asked by her address", blue="dora@example.org"),
    Hidden("a stranger is asked", blue="erik@example.net"),
)
"""Who is asked to take the other seat, if not Dora by her name."""
_HIDDEN_NONCE = {"nonce_state": "committed", "nonce_commitment": "0" * 64}


def _full(game: Game) -> None:
    game.seats.update(by_invitation=False)
    do_join_game(player=player("anna"), game_id=game.pk, role="red")
    do_join_game(player=player("ben"), game_id=game.pk, role="black")


def _running(game: Game) -> None:
    _full(game)
    do_start_game(player=player("anna"), game_id=game.pk)


def _left(game: Game) -> None:
    _full(game)
    do_leave_game(player=player("ben"), game_id=game.pk)


def _held_up(game: Game) -> None:
    _full(game)
    game.seats.filter(role="black").update(**_HIDDEN_NONCE)


OF_A_PRIVATE_GAME = (
    Hidden("its seats are taken", then=_full),
    Hidden("it goes on", then=_running),
    Hidden("somebody has left", then=_left),
    Hidden("a nonce is hidden", then=_held_up),
    Hidden("it is called off", then=lambda game: do_abandon_game(player=player("anna"), game_id=game.pk)),
    Hidden("it has another name", then=lambda game: Game.objects.filter(pk=game.pk).update(name="Karlsruhe")),
    MUCH_ELSE,
)

READERS: dict[str, tuple[str, Story, tuple[Hidden, ...]]] = {
    "the host, who asks a player in": ("anna", by_name, OF_BEN + OUT_OF_REACH),
    "the host, whose letter to a player comes back": ("anna", comes_back_from_ben, (BEN_IS_MARKED,)),
    "the host, whose letter to an address comes back": (
        "anna",
        comes_back_from_the_address,
        (NINA_IS_MARKED, Hidden("the address has an account", account())),
    ),
    "the host, to whom he comes": ("anna", he_comes, OF_BEN),
    "the host, who asks an address in": ("anna", by_address, OF_NINA),
    "the host, whom she declines": ("anna", she_declines, OF_NINA[:1]),
    "the host, who names nobody": ("anna", nobody_there, SHUT),
    "the host, for whom nobody vouches": ("anna", doubtful, OF_NINA),
    "the host, who thinks better": ("anna", thinks_better, OF_NINA + OF_BEN + OUT_OF_REACH + MARKED_ONES),
    "the host, who starts it": ("anna", starts, OF_BEN),
    "the guest": ("ben", two_are_asked, OF_ANNA + OF_BLUE),
    "the stranger who is asked in": (NINA, stranger, OF_ANNA + OF_BLUE),
    "who looks on": ("zoe", two_are_asked, OF_ANNA + OF_BEN + OF_BLUE),
    "who looks on before he comes": ("zoe", by_name, OF_BEN + OUT_OF_REACH + MARKED_ONES),
    "who opens a game of her own": ("zoe", opens_for_herself, OF_ANNA + OF_BEN),
    "who has found the address of a start": ("zoe", starts_anothers, OF_A_PRIVATE_GAME),
    "who is not here": (f"{ZED}@example.net", unknown, (MUCH_ELSE,)),
}
"""Who hears which story, and what they must not learn of it."""
