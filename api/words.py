"""In which language the reader is answered."""

from typing import Any

from django.utils import translation
from rest_framework.request import Request

from games.kernel.text import LANGUAGES, Text


def speak(request: Request) -> None:
    """Settle the language of this response: what the client asks for, else what the player prefers."""
    language: Any = getattr(request.user, "language", "")
    if language and "Accept-Language" not in request.headers:
        translation.activate(language)


def language() -> str:
    """The language settled for this response: ``en`` or ``ja``."""
    spoken = (translation.get_language() or "en")[:2]
    return spoken if spoken in LANGUAGES else "en"


def both(say: Any) -> Text:
    """`say(language)` in every language: responses carry their texts in both."""
    return Text(*(say(spoken) for spoken in LANGUAGES))
