"""``players/me/`` and ``tokens/``: oneself, and one's scripts."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Call
from api.schema import call, example
from api.shapes import Body
from games.models import Player
from games.models.player import default_mail_preferences
from games.selectors.tokens import Token, my_tokens
from games.services.delivery import do_say_it_works
from games.services.profile import do_create_token, do_delete_token, do_update_player
from games.stored.mail_hours import MailHours, hours_of

MAX_TOKEN_HOURS = 24 * 366 * 10


class MailPreferences(Struct, frozen=True, kw_only=True):
    """What comes by mail."""

    stops: bool = True
    pictures: bool = True
    reminders: bool = True
    messages: bool = True
    watch: Annotated[bool, Meta(description="News of games in which I have nothing to decide any more.")] = False


class MailChange(Body, frozen=True, kw_only=True):
    """What is to come by mail from now on; what is left out stays."""

    stops: bool | UnsetType = UNSET
    pictures: bool | UnsetType = UNSET
    reminders: bool | UnsetType = UNSET
    messages: bool | UnsetType = UNSET
    watch: bool | UnsetType = UNSET


class MailTrouble(Struct, frozen=True):
    """Letters come back: since when, and what was said."""

    since: datetime
    why: str


class PlayerBody(Struct, frozen=True, kw_only=True):
    """A player as seen by the player. While there is `mail_trouble`, no letters are sent."""

    name: str
    email: str
    mail_trouble: MailTrouble | None
    language: str
    time_zone: str
    mail_preferences: MailPreferences
    mail_hours: MailHours
    vacation_from: date | None
    vacation_until: date | None
    vacation_stand_in: bool
    staff: bool
    joined: datetime


class PlayerChange(Body, frozen=True, kw_only=True):
    """What is to change; what is left out stays."""

    language: Literal["en", "ja"] | UnsetType = UNSET
    time_zone: Annotated[str, Meta(max_length=64, description="An IANA name, such as Asia/Tokyo.")] | UnsetType = UNSET
    mail_preferences: MailChange | UnsetType = UNSET
    mail_hours: MailHours | UnsetType = UNSET
    vacation_from: date | UnsetType | None = UNSET
    vacation_until: date | UnsetType | None = UNSET
    vacation_stand_in: (
        Annotated[bool, Meta(description="A bot stands in meanwhile, where the game has agreed on one.")] | UnsetType
    ) = UNSET


class TokenList(Struct, frozen=True):
    """My tokens, newest first."""

    results: list[Token]
    next: None = None


class TokenWish(Body, frozen=True, kw_only=True):
    """How long a token is to be valid; without `hours` until it is revoked."""

    hours: Annotated[int, Meta(ge=1, le=MAX_TOKEN_HOURS)] | None = None


class TokenShown(Struct, frozen=True):
    """A new token; this is the one time to see it."""

    id: str
    created: datetime
    expires: datetime | None
    token: str


_NIGHTLY = {"digest": "daily", "at": "07:00", "quiet_from": "22:00", "quiet_until": "07:00"}


class Me(Call):
    """Oneself."""

    @call("players_me", "My profile and preferences", sends=PlayerBody, tag="players")
    def get(self, request: Request) -> Response:
        return Response(_body(self.player))

    @call(
        "players_me_change",
        "Change language, time zone, mail preferences, vacation",
        reads=PlayerChange,
        sends=PlayerBody,
        tag="players",
        examples=[
            example("Mails in Japanese", {"language": "ja", "time_zone": "Asia/Tokyo"}),
            example("Once a day, never at night", {"mail_hours": _NIGHTLY}),
        ],
    )
    def patch(self, request: Request) -> Response:
        change = self.body(PlayerChange)
        given: dict[str, Any] = {
            name: value
            for name in ("language", "time_zone", "mail_hours", "vacation_stand_in")
            if (value := getattr(change, name)) is not UNSET
        }
        if change.mail_preferences is not UNSET:
            wanted = change.mail_preferences
            given["mail_preferences"] = {
                name: getattr(wanted, name) for name in wanted.__struct_fields__ if getattr(wanted, name) is not UNSET
            }
        if change.vacation_from is not UNSET or change.vacation_until is not UNSET:
            given["vacation"] = (
                self.player.vacation_from if change.vacation_from is UNSET else change.vacation_from,
                self.player.vacation_until if change.vacation_until is UNSET else change.vacation_until,
            )
        return Response(_body(do_update_player(player=self.player, **given)))


class MyMail(Call):
    """Whether letters arrive."""

    @call(
        "players_me_mail_works",
        "Say that letters arrive again",
        sends=PlayerBody,
        tag="players",
        about="What was held back goes out. Refused as `wrong_state` where there is no `mail_trouble`.",
    )
    def post(self, request: Request) -> Response:
        do_say_it_works(player=self.player)
        return Response(_body(Player.objects.get(pk=self.player.pk)))


class Tokens(Call):
    """My tokens."""

    @call("tokens_list", "My tokens", sends=TokenList, tag="tokens")
    def get(self, request: Request) -> Response:
        return Response(TokenList(my_tokens(self.player)))

    @call(
        "tokens_create",
        "A token for a script, shown this once",
        reads=TokenWish,
        sends=TokenShown,
        status=201,
        tag="tokens",
        examples=[example("Until revoked", {}), example("For a day", {"hours": 24})],
    )
    def post(self, request: Request) -> Response:
        new = do_create_token(player=self.player, hours=self.body(TokenWish).hours)
        shown = TokenShown(new.about.id, new.about.created, new.about.expires, new.token)
        return Response(shown, status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})


class OneToken(Call):
    """One of my tokens."""

    @call("tokens_delete", "Revoke a token", status=204, tag="tokens")
    def delete(self, request: Request, token_id: str) -> Response:
        do_delete_token(player=self.player, token_id=token_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _trouble(player: Player) -> MailTrouble | None:
    if not player.is_unreachable or player.bounced_at is None:
        return None
    return MailTrouble(player.bounced_at, player.bounced_why)


def _body(player: Player) -> PlayerBody:
    wanted = player.mail_preferences
    return PlayerBody(
        name=player.username,
        email=player.email,
        mail_trouble=_trouble(player),
        language=player.language,
        time_zone=player.time_zone,
        mail_preferences=MailPreferences(
            **{name: bool(wanted.get(name, usual)) for name, usual in default_mail_preferences().items()}
        ),
        mail_hours=hours_of(player.mail_hours),
        vacation_from=player.vacation_from,
        vacation_until=player.vacation_until,
        vacation_stand_in=player.vacation_stand_in,
        staff=player.is_staff,
        joined=player.date_joined,
    )
