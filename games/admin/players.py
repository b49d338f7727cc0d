"""Players in the admin."""

from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin.keyset_admin import KeysetAdmin
from games.models import Player
from games.selectors.access import share_unfinished_game
from games.selectors.search import search_players
from games.services.account_deletion import do_delete_account, is_only_administrator
from games.services.departures import do_leave_all_games
from games.services.mail_delivery import do_mark_address_working

_REACHING = (
    "email",
    "language",
    "time_zone",
    "mail_preferences",
    "vacation_from",
    "vacation_until",
    "vacation_stand_in",
)


class NewPlayerForm(AdminUserCreationForm):
    """A form for a new player; without a password, the player can log in only with links and tokens."""

    class Meta:
        model = Player
        fields: ClassVar = ("username", "email", "language", "time_zone")

    def clean_username(self) -> str:
        """Return the name unchecked, because the model's constraint finds taken names, ignoring case in any script."""
        name: str = self.cleaned_data["username"]
        return name


class PlayerForm(UserChangeForm):
    """A form for a player's data; the password is changed on another page."""

    class Meta:
        model = Player
        fields = "__all__"


@admin.register(Player)
class PlayerAdmin(KeysetAdmin, UserAdmin):
    """Players, their contact data, and their permissions.

    Staff who play cannot change or delete the players of their unfinished games: with a new password or address they
    could take over such a player's seat or read the player's e-mails.
    """

    form, add_form = PlayerForm, NewPlayerForm
    ordering = ("username",)
    list_display = ("username", "email", "language", "time_zone", "is_staff", "is_active", "date_joined")
    list_filter = ("is_active", "is_staff", "language")
    search_fields = ("username", "email")
    search_help_text = _("The beginning of a name or address")
    search = search_players
    readonly_fields = ("last_login", "date_joined", "bounced_at", "bounced_why")
    actions = ("address_works",)
    filter_horizontal = ("groups", "user_permissions")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (
            _("Reaching them"),
            {"fields": (*_REACHING, "bounced_at", "bounced_why")},
        ),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (
            None,
            {
                "classes": ("wide",),
                "fields": ("username", "email", "language", "time_zone", "usable_password", "password1", "password2"),
            },
        ),
    )

    @admin.action(description=_("The address works again: send what was held back"), permissions=["change"])
    def address_works(self, request: HttpRequest, queryset: "QuerySet[Player]") -> None:
        """Mark the e-mail addresses of the chosen players as working; each is recorded in the audit log."""
        if not isinstance(request.user, Player):
            return
        for player in queryset:
            if player.is_unreachable and _may_touch(request, player):
                do_mark_address_working(player=player, by=request.user)

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        """Save the player; if the player was deactivated, free the player's seats."""
        super().save_model(request, obj, form, change)
        if not obj.is_active:
            do_leave_all_games(player=obj)

    def delete_model(self, request: HttpRequest, obj: Player) -> None:
        """Delete the account, with the same effects as if the player had deleted it."""
        do_delete_account(player=obj)

    def delete_queryset(self, request: HttpRequest, queryset: "QuerySet[Player]") -> None:
        """Delete several accounts as `delete_model` does."""
        for player in queryset:
            do_delete_account(player=player)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_change_permission(request, obj) and _may_touch(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        may = super().has_delete_permission(request, obj) and _may_touch(request, obj)
        return may and not (isinstance(obj, Player) and is_only_administrator(obj))

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Return the fieldsets of the form, without the password on a read-only page."""
        if obj is None or self.has_change_permission(request, obj):
            return super().get_fieldsets(request, obj)
        return ((None, {"fields": ("username",)}), *self.fieldsets[1:])


def _may_touch(request: HttpRequest, player: Player | None) -> bool:
    return player is None or not isinstance(request.user, Player) or not share_unfinished_game(request.user, player)
