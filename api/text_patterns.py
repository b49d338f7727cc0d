"""Patterns of the texts that requests may contain, for the OpenAPI document.

They state what `games.kernel.text.forbidden_character` refuses. Lone surrogates are missing: UTF-8 cannot encode them.
"""

from msgspec import Meta

_FORBIDDEN = r"\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"
_LETTER = rf"(?:[^\u0000-\u0008\u000b-\u001f{_FORBIDDEN}]|\r\n)"

LINES = rf"^{_LETTER}*$"
"""Any text, also of several lines."""
VISIBLE_LINES = rf"^{_LETTER}*[^\s\u0000-\u001f{_FORBIDDEN}]{_LETTER}*$"
"""Such a text with at least one character that is not blank."""
LINE = rf"^[^\u0000-\u001f{_FORBIDDEN}]*$"
"""A text of one line without tabs."""

ONE_LINE = Meta(extra_json_schema={"pattern": LINE})
"""Marks a field whose service refuses line ends and tabs; the document says so, the service checks it."""
VISIBLE_ASCII = Meta(extra_json_schema={"pattern": "^[!-~]*$"})
"""Marks a field with a URL."""
TIME_OF_DAY = Meta(extra_json_schema={"pattern": "^(?:[01][0-9]|2[0-3]):[0-5][0-9]$"})
"""Marks a field with an hour and a minute, such as 18:00."""
