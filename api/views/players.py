"""``players/me/`` and ``tokens/``: your profile, and your API tokens."""

from datetime import date, datetime
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from api.api_view import ApiView
from api.idempotency import accept_idempotency_key
from api.openapi_schema import describe_operation, make_example
from api.request_bodies import RequestBody
from api.request_language import Language
from games.models import Player
from games.models.player import default_mail_preferences
from games.persistence.mail_hours import MailHours, load_mail_hours
from games.selectors.tokens import Token, list_tokens
from games.services.mail_delivery import do_mark_address_working
from games.services.profile import do_create_token, do_delete_token, do_update_player

MAX_TOKEN_HOURS = 24 * 366 * 10


class MailPreferences(Struct, frozen=True, kw_only=True):
    """Your e-mail preferences."""

    stops: bool = True
    pictures: bool = True
    reminders: bool = True
    messages: bool = True
    watch: Annotated[bool, Meta(description="News of games in which I have nothing to decide any more.")] = False
    calendar: Annotated[bool, Meta(description="Deadlines as a file for a calendar, attached to e-mails.")] = False


class MailPreferencesRequest(RequestBody, frozen=True, kw_only=True):
    """The changed e-mail preferences; preferences that are left out stay as they are."""

    stops: bool | UnsetType = UNSET
    pictures: bool | UnsetType = UNSET
    reminders: bool | UnsetType = UNSET
    messages: bool | UnsetType = UNSET
    watch: bool | UnsetType = UNSET
    calendar: bool | UnsetType = UNSET


class DeliveryFailure(Struct, frozen=True):
    """The failure of e-mails to you: since when they bounce, and the mail server's reason."""

    since: datetime
    reason: str


class PlayerBody(Struct, frozen=True, kw_only=True):
    """Your own account."""

    name: str
    email: str
    delivery_failure: Annotated[
        DeliveryFailure | None,
        Meta(description="Since when and why e-mails to you bounce; while it is not null, no e-mails are sent to you."),
    ]
    language: str
    time_zone: str
    mail_preferences: MailPreferences
    mail_hours: MailHours
    vacation_from: date | None
    vacation_until: date | None
    vacation_stand_in: Annotated[
        bool, Meta(description="True if a bot stands in for you during a vacation, in games that have agreed on one.")
    ]
    hints: Annotated[bool, Meta(description="True if titles and questions that are new to you are explained.")]
    staff: Annotated[bool, Meta(description="True if you are a member of the staff.")]
    joined: Annotated[datetime, Meta(description="When the account was created.")]


class UpdatePlayerRequest(RequestBody, frozen=True, kw_only=True):
    """The changed fields of your profile; fields that are left out stay as they are."""

    language: Language | UnsetType = UNSET
    time_zone: Annotated[str, Meta(max_length=64, description="An IANA name, such as Asia/Tokyo.")] | UnsetType = UNSET
    mail_preferences: MailPreferencesRequest | UnsetType = UNSET
    mail_hours: MailHours | UnsetType = UNSET
    vacation_from: date | UnsetType | None = UNSET
    vacation_until: date | UnsetType | None = UNSET
    vacation_stand_in: (
        Annotated[bool, Meta(description="A bot stands in meanwhile, where the game has agreed on one.")] | UnsetType
    ) = UNSET
    hints: Annotated[bool, Meta(description="Titles and questions that are new to you are explained.")] | UnsetType = (
        UNSET
    )


class TokenList(Struct, frozen=True):
    """Your tokens, newest first."""

    results: list[Token]
    next: str | None = None


class CreateTokenRequest(RequestBody, frozen=True, kw_only=True):
    """The number of hours for which the token is valid. Without `hours` it is valid until it is revoked."""

    hours: Annotated[int, Meta(ge=1, le=MAX_TOKEN_HOURS)] | None = None


class CreatedTokenBody(Struct, frozen=True):
    """A new token, which is shown only once."""

    id: str
    created: datetime
    expires: datetime | None
    token: str


_NIGHTLY = {"digest": "daily", "at": "07:00", "quiet_from": "22:00", "quiet_until": "07:00"}


class MeView(ApiView):
    """``players/me/``: read and change your profile."""

    @describe_operation("players_me", "My profile and preferences", sends=PlayerBody, tag="players")
    def get(self, request: Request) -> Response:
        return Response(_body(self.player))

    @describe_operation(
        "players_me_change",
        "Change language, time zone, mail preferences, vacation",
        reads=UpdatePlayerRequest,
        sends=PlayerBody,
        tag="players",
        examples=[
            make_example("Mails in Japanese", {"language": "ja", "time_zone": "Asia/Tokyo"}),
            make_example("Once a day, never at night", {"mail_hours": _NIGHTLY}),
        ],
    )
    def patch(self, request: Request) -> Response:
        change = self.parse_body(UpdatePlayerRequest)
        given: dict[str, Any] = {
            name: value
            for name in ("language", "time_zone", "mail_hours", "vacation_stand_in", "hints")
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


class AddressWorksView(ApiView):
    """``players/me/mail/``: report that your e-mail address works again."""

    @accept_idempotency_key
    @describe_operation(
        "players_me_mail_works",
        "Report that e-mails arrive again",
        sends=PlayerBody,
        tag="players",
        about="What was held back goes out. Refused as `wrong_state` where there is no `delivery_failure`.",
    )
    def post(self, request: Request) -> Response:
        do_mark_address_working(player=self.player)
        return Response(_body(Player.objects.get(pk=self.player.pk)))


class TokenListView(ApiView):
    """``tokens/``: list your tokens, and create one."""

    @describe_operation("tokens_list", "My tokens", sends=TokenList, tag="tokens")
    def get(self, request: Request) -> Response:
        return Response(TokenList(list_tokens(self.player)))

    @accept_idempotency_key
    @describe_operation(
        "tokens_create",
        "A token for a script, shown this once",
        reads=CreateTokenRequest,
        sends=CreatedTokenBody,
        status=201,
        tag="tokens",
        sent_headers=["Cache-Control"],
        examples=[make_example("Until revoked", {}), make_example("For a day", {"hours": 24})],
    )
    def post(self, request: Request) -> Response:
        new = do_create_token(player=self.player, hours=self.parse_body(CreateTokenRequest).hours)
        shown = CreatedTokenBody(new.about.id, new.about.created, new.about.expires, new.token)
        return Response(shown, status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})


class TokenDetailView(ApiView):
    """``tokens/{id}/``: revoke one of your tokens."""

    @describe_operation("tokens_delete", "Revoke a token", status=204, tag="tokens")
    def delete(self, request: Request, token_id: str) -> Response:
        do_delete_token(player=self.player, token_id=token_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _trouble(player: Player) -> DeliveryFailure | None:
    if not player.is_unreachable or player.bounced_at is None:
        return None
    return DeliveryFailure(player.bounced_at, player.bounced_why)


def _body(player: Player) -> PlayerBody:
    wanted = player.mail_preferences
    return PlayerBody(
        name=player.username,
        email=player.email,
        delivery_failure=_trouble(player),
        language=player.language,
        time_zone=player.time_zone,
        mail_preferences=MailPreferences(
            **{name: bool(wanted.get(name, usual)) for name, usual in default_mail_preferences().items()}
        ),
        mail_hours=load_mail_hours(player.mail_hours),
        vacation_from=player.vacation_from,
        vacation_until=player.vacation_until,
        vacation_stand_in=player.vacation_stand_in,
        hints=player.hints,
        staff=player.is_staff,
        joined=player.date_joined,
    )
