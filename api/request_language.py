"""Choose the language of responses."""

from typing import TYPE_CHECKING, Any, Literal

from django.utils import translation
from rest_framework.request import Request

from games.kernel.catalogues import supported
from games.kernel.text import LANGUAGES, Text

if TYPE_CHECKING:
    Language = str
    AnyLanguage = str
else:
    Language = Literal[LANGUAGES]
    AnyLanguage = Literal[("", *LANGUAGES)]


def activate_language(request: Request) -> None:
    """Set the language of the response: that of the Accept-Language header, else the player's."""
    language: Any = getattr(request.user, "language", "")
    if language and "Accept-Language" not in request.headers:
        translation.activate(language)


def current_language() -> str:
    """Return the code of the language of the response to the current request."""
    return supported(translation.get_language())


def both(say: Any) -> Text:
    """Return a `Text` with the result of `say(language)` in every language.

    Responses contain the texts of games in all languages.
    """
    return Text.each(say)
