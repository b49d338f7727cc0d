"""Patterns of the texts that requests may contain, for the OpenAPI document.

They exclude what `games.kernel.text.forbidden_character` refuses, except lone surrogates, which UTF-8 cannot encode.
"""

from msgspec import Meta

_FORBIDDEN = r"\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"
_LETTER = rf"(?:[^\u0000-\u0008\u000b-\u001f{_FORBIDDEN}]|\r\n)"

LINES = rf"^{_LETTER}*$"
"""The pattern of a text of any number of lines."""
VISIBLE_LINES = rf"^{_LETTER}*[^\s\u0000-\u001f{_FORBIDDEN}]{_LETTER}*$"
"""The pattern of a text of any number of lines with at least one visible character."""
LINE = rf"^[^\u0000-\u001f{_FORBIDDEN}]*$"
"""The pattern of a text of one line without tabs."""

ONE_LINE = Meta(extra_json_schema={"pattern": LINE})
"""The annotation of a field that must not contain line ends and tabs; only the document uses it, a service checks."""
VISIBLE_ASCII = Meta(extra_json_schema={"pattern": "^[!-~]*$"})
"""The annotation of a field with a URL."""
TIME_OF_DAY = Meta(extra_json_schema={"pattern": "^(?:[01][0-9]|2[0-3]):[0-5][0-9]$"})
"""The annotation of a field with an hour and a minute, such as 18:00."""
