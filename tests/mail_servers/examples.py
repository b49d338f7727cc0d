"""The configurations that the page for hosts shows, with other addresses and folders put in."""

import re
from collections.abc import Mapping

from tools.launch import ROOT

PAGE = ROOT / "docs" / "hosts" / "mail-server.md"
_BLOCK = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def example(name: str, put: Mapping[str, str]) -> str:
    """Return a block of the page. Each text to be replaced must be in it."""
    text = dict(_BLOCK.findall(PAGE.read_text(encoding="utf-8")))[name]
    for shown, own in put.items():
        assert shown in text, (name, shown)
        text = text.replace(shown, own)
    return str(text)
