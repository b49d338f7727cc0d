"""Form fields that decide who sees which metadata of a new game, such as whose turn it is."""

from collections.abc import Iterator

from django import forms
from django.utils.translation import get_language, gettext_lazy

from games.kernel.catalogues import supported
from games.persistence.metadata_visibility import VISIBLE_TO_TEXTS, MetadataVisibility, load_metadata_visibility

VISIBILITY_FIELDS = ("awaited", "late", "absent")


def _who() -> list[tuple[str, str]]:
    language = supported(get_language())
    return [(key, words.get(language)) for key, words in VISIBLE_TO_TEXTS.items()]


class MetadataVisibilityForm(forms.Form):
    """The fields of a game's metadata visibility."""

    awaited = forms.ChoiceField(label=gettext_lazy("Who can see whose turn it is"), required=False, choices=_who)
    late = forms.ChoiceField(label=gettext_lazy("Who sees who is late"), required=False, choices=_who)
    absent = forms.ChoiceField(label=gettext_lazy("Who sees who is away or absent"), required=False, choices=_who)
    last = forms.BooleanField(label=gettext_lazy("Tell the last player to answer"), required=False)

    def visibility_fields(self) -> Iterator[forms.BoundField]:
        """Yield the fields in the order of the page."""
        return (self[name] for name in (*VISIBILITY_FIELDS, "last"))

    def metadata_visibility(self) -> MetadataVisibility:
        """Return the chosen metadata visibility."""
        given = {name: value for name in (*VISIBILITY_FIELDS, "last") if (value := self.cleaned_data[name])}
        return load_metadata_visibility(given)
