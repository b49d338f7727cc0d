"""axe-core and the checker of markup find nothing on any kind of page.

Two opposite shapes of the window stand for all; ``AXE=all ./run test tests/e2e/test_axe.py`` takes every combination of
size, language and colour scheme.
"""

import os
from itertools import product
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from games.models import Player
from tests.e2e.conftest import Lend
from tests.e2e.markup import faults
from tests.e2e.page_kinds import PAGES, SIZES, Scene, opened

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.one_database]

LAPTOP, TELEPHONE = SIZES
EVERY = list(product(SIZES, ("en", "ja"), ("light", "dark")))
SHAPES = EVERY if os.environ.get("AXE") == "all" else [(LAPTOP, "en", "light"), (TELEPHONE, "ja", "dark")]
RULES = {"target-size": {"enabled": True}}
"""All rules that axe applies by default, and the size of targets, WCAG 2.2, 2.5.8."""
EMAIL = "letter_html"
"""Not a page: mail programs show it within theirs. It lets no script run, not even axe: a copy of it is looked at."""
RULES_OF_PAGES = ("landmark-one-main", "page-has-heading-one", "region")
FIT = """for (const board of document.querySelectorAll(".sea-sheet input")) {
  const frame = board.closest(".sea");
  board.style = `width: auto; max-width: 100%; max-height: ${frame.clientHeight}px`;
  frame.scrollTo(0, 0);
}
for (const one of document.querySelectorAll(".desk, .desk-form, .orders-side, .orders-scroll")) {
  one.style.height = one.style.maxHeight = "auto";
  one.style.overflow = "visible";
}
for (const foot of document.querySelectorAll(".foot")) foot.style.position = "static";"""
"""Shows boards and orders whole: axe takes what is scrolled out of sight for something that covers its neighbours."""


@pytest.mark.parametrize(("size", "language", "theme"), SHAPES)
def test_no_page_has_a_fault(scene: Scene, lend: Lend, size: tuple[int, int], language: str, theme: str) -> None:
    Player.objects.update(language=language)
    found = []
    for kind in PAGES:
        page = opened(scene, lend, kind, size, language, theme)
        text, rules = scene.received[page].text(), RULES
        if kind == EMAIL:
            page = _copy(text, lend(viewport=page.viewport_size, color_scheme=theme))
            rules = RULES | {name: {"enabled": False} for name in RULES_OF_PAGES}
        found += [f"{kind}: {fault}" for fault in [*faults(text, is_email=kind == EMAIL), *violations(page, rules)]]
    assert not found, "\n".join(found)


def violations(page: Any, rules: dict[str, dict[str, bool]]) -> list[str]:
    """What axe finds on a page, a line for each element."""
    page.evaluate(FIT)
    options = {"resultTypes": ["violations"], "iframes": False, "rules": rules}
    return [
        f"{rule['id']} {node['target']} {node['html'][:120]} – {' '.join(node['failureSummary'].split())[:300]}"
        for rule in Axe().run(page, options=options).response["violations"]
        for node in rule["nodes"]
    ]


def _copy(text: str, blank: Any) -> Any:
    """A window with the same text that lets scripts run."""
    blank.set_content(text)
    return blank
