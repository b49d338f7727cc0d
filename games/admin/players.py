"""Players in the admin."""

from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin.longlist import LongList
from games.models import Player
from games.selectors.access import play_together
from games.selectors.search import players_found
from games.services.delivery import do_say_it_works

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
    """A new player; without a password only tokens and links let them in."""

    class Meta:
        model = Player
        fields: ClassVar = ("username", "email", "language", "time_zone")


class PlayerForm(UserChangeForm):
    """A player's data; the password is changed on a page of its own."""

    class Meta:
        model = Player
        fields = "__all__"


@admin.register(Player)
class PlayerAdmin(LongList, UserAdmin):
    """Who plays here, how to reach them, and what they may do.

    Staff who play cannot change or delete those they play against: with a new password or address they would sit in
    the other's seat, or read the other's letters.
    """

    form, add_form = PlayerForm, NewPlayerForm
    ordering = ("username",)
    list_display = ("username", "email", "language", "time_zone", "is_staff", "is_active", "date_joined")
    list_filter = ("is_active", "is_staff", "language")
    search_fields = ("username", "email")
    search_help_text = _("The beginning of a name or address")
    found = players_found
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
        """Take the mark off addresses whose letters came back; each leaves an audit entry."""
        if not isinstance(request.user, Player):
            return
        for player in queryset:
            if player.is_unreachable and _may_touch(request, player):
                do_say_it_works(player=player, by=request.user)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_change_permission(request, obj) and _may_touch(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_delete_permission(request, obj) and _may_touch(request, obj)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Where nothing can be changed, the hash of the password has no place either."""
        if obj is None or self.has_change_permission(request, obj):
            return super().get_fieldsets(request, obj)
        return ((None, {"fields": ("username",)}), *self.fieldsets[1:])


def _may_touch(request: HttpRequest, player: Player | None) -> bool:
    return player is None or not isinstance(request.user, Player) or not play_together(request.user, player)
