"""Form fields for the seats of a new game: a few fields that cover all seats, and fields of each seat."""

import re
from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.kernel.scenarios import Scenario
from games.kernel.title import Title
from games.models import Player
from games.services.creation import SeatAssignment
from pbem.web.pages.bot_names import list_bot_choices

SEAT, GUEST_PREFIX, BOT = "seat_", "guest_", "bot:"
OPEN, MINE, INVITED = "open", "me", "invited"
_BETWEEN_GUESTS = re.compile(r"[\s,、，;；]+")


class SeatsForm(forms.Form):
    """The fields for the seats of a new game. A subclass calls `add_seat_fields`.

    The fields `my_seat`, `guests` and `others` do not apply to a seat whose own field is set.
    """

    my_seat = forms.ChoiceField(label=gettext_lazy("Your seat"), required=False)
    guests = forms.CharField(
        label=gettext_lazy("Whom to invite"),
        help_text=gettext_lazy("Names or e-mail addresses, with commas between them; they get the seats in order."),
        required=False,
        max_length=1100,
    )
    others = forms.ChoiceField(label=gettext_lazy("The other seats"), required=False)

    def add_seat_fields(self, title: Title[Any], scenario: Scenario, language: str) -> None:
        """Add the fields of each seat of the scenario, and set the choices of the fields that cover all seats."""
        self.roles = [role.key for role in scenario.seats]
        self.filled_by: dict[str, str] = {}
        """For each seat the name of the form field from which its occupant was taken."""
        names = [(role.key, role.name.get(language)) for role in scenario.seats]
        bots = [(f"{BOT}{bot}", words) for bot, words in list_bot_choices(title, language)]
        anybody = [(OPEN, _("open to any player")), (INVITED, _("by invitation"))]
        self._set_choices("my_seat", [*names, ("", _("none: I host only"))], names[0][0])
        self._set_choices("others", [*anybody, *bots], OPEN)
        if len(names) == 1:
            for name in ("guests", "others"):
                del self.fields[name]
        for key, name in names:
            choices = [("", _("– as above –")), (MINE, _("me")), *anybody, *bots]
            self.fields[SEAT + key] = forms.ChoiceField(label=name, choices=choices, required=False)
            self.fields[GUEST_PREFIX + key] = forms.CharField(
                label=_("%(seat)s: whom to invite") % {"seat": name},
                help_text=_("A name or an e-mail address; empty: you invite later."),
                required=False,
                max_length=254,
            )

    def _set_choices(self, name: str, choices: list[tuple[str, str]], initial: str) -> None:
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices, field.initial = choices, initial

    def common_fields(self) -> Iterator[forms.BoundField]:
        """Yield the fields that cover all seats: the host's seat, the guests, and who gets the other seats."""
        return (self[name] for name in ("my_seat", "guests", "others") if name in self.fields)

    def single_seat_fields(self) -> Iterator[forms.BoundField]:
        """Yield the fields of each single seat, seat by seat."""
        return (self[name] for role in self.roles for name in (SEAT + role, GUEST_PREFIX + role))

    def clean_guests(self) -> list[str]:
        """Return the entered names and addresses of the players to invite, as a list."""
        return [guest for guest in _BETWEEN_GUESTS.split(str(self.cleaned_data["guests"])) if guest]

    def seat_assignments(self, host: Player) -> list[SeatAssignment]:
        """Return the occupant of each seat as arguments for the service, in the order of the scenario.

        Raises ValidationError if there are more guests than free seats.
        """
        given = self.cleaned_data
        own = {role: (given[SEAT + role], given[GUEST_PREFIX + role].strip()) for role in self.roles}
        chosen = {role: pair for role, pair in own.items() if any(pair)}
        self.filled_by = {role: GUEST_PREFIX + role for role in chosen}
        mine = "" if any(who == MINE for who, _guest in chosen.values()) else given["my_seat"]
        guests = list(given.get("guests") or ())
        for role in self.roles:
            if role in chosen:
                continue
            if role == mine:
                chosen[role] = (MINE, "")
            elif guests:
                chosen[role], self.filled_by[role] = (INVITED, guests.pop(0)), "guests"
            else:
                chosen[role] = (given.get("others") or OPEN, "")
        if guests:
            raise forms.ValidationError({"guests": _("There are more guests than seats.")})
        invitation = {"language": given["invitation_language"], "personal_line": given["personal_line"]}
        return [_assignment(role, *chosen[role], host, invitation) for role in self.roles]

    def seat_field(self, pointer: str) -> str:
        """Return the name of the field beside which a problem from the service is shown; "" if it is about no seat.

        `pointer` is the problem's JSON pointer.
        """
        parts = pointer.split("/")
        if len(parts) < 3 or parts[1] != "seats" or not parts[2].isdecimal() or int(parts[2]) >= len(self.roles):
            return ""
        if parts[-1] == "personal_line":
            return "personal_line"
        role = self.roles[int(parts[2])]
        return self.filled_by.get(role, GUEST_PREFIX + role)


def _assignment(role: str, who: str, guest: str, host: Player, invitation: dict[str, str]) -> SeatAssignment:
    if who == MINE:
        return SeatAssignment(role=role, player=host.username)
    if who.startswith(BOT):
        return SeatAssignment(role=role, bot=who.removeprefix(BOT))
    if who == INVITED or guest:
        named = {"email": guest} if "@" in guest else {"player": guest}
        return SeatAssignment(role=role, invite=True, **named, **invitation)
    return SeatAssignment(role=role)
