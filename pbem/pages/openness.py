"""Who learns whom a game waits for, as fields of the page on which a game is opened."""

from collections.abc import Iterator

from django import forms
from django.utils.translation import get_language, gettext_lazy

from games.stored.openness import WHO, Openness, openness_of

SEEN = ("awaited", "late", "absent")


def _who() -> list[tuple[str, str]]:
    language = (get_language() or "en")[:2]
    return [(key, words.get(language)) for key, words in WHO.items()]


class OpennessForm(forms.Form):
    """The fields of the metadata policy."""

    awaited = forms.ChoiceField(label=gettext_lazy("Who sees whom the game waits for"), required=False, choices=_who)
    late = forms.ChoiceField(label=gettext_lazy("Who sees who is late"), required=False, choices=_who)
    absent = forms.ChoiceField(label=gettext_lazy("Who sees who is away or absent"), required=False, choices=_who)
    last = forms.BooleanField(label=gettext_lazy("Tell whoever is the last to answer"), required=False)

    def openness_fields(self) -> Iterator[forms.BoundField]:
        """The fields in the order of the page."""
        return (self[name] for name in (*SEEN, "last"))

    def openness(self) -> Openness:
        """What was chosen."""
        given = {name: value for name in (*SEEN, "last") if (value := self.cleaned_data[name])}
        return openness_of(given)
