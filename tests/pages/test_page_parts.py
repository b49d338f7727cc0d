"""A tap brings back the parts of the page that it may change, as they are on the whole page, and nothing else."""

import re
from pathlib import Path
from xml.etree.ElementTree import tostring

import html5lib
import pytest
from django.contrib.staticfiles import finders
from django.utils import timezone

from games.models import OpenRequest
from tests.pages.test_decision import page_of
from tests.pages.test_tap_editor import Desk, Plan

pytestmark = pytest.mark.django_db

PARTS = {"X-Page-Parts": "1"}
SCRIPT = Path(str(finders.find("pages/decision.js"))).read_text(encoding="utf-8")
NAMES = set(re.findall(r'"([\w-]+)"', SCRIPT.split("const PARTS = [", 1)[1].split("]", 1)[0]))
"""The parts that the page's script puts in place of those that are there."""
FIRST_TIME = {"guide", "first-time", "hint"}
"""Those that only their own buttons change."""


def by_id(text: str) -> dict[str, str]:
    """The parts of a page with an id, as text."""
    page = html5lib.parse(text, namespaceHTMLElements=False)
    shown = {one.attrib["id"]: one for one in page.iter() if isinstance(one.tag, str) and "id" in one.attrib}
    return {name: tostring(one, encoding="unicode").strip() for name, one in shown.items() if name in NAMES | {"told"}}


@pytest.mark.parametrize("adds", [False, True])
def test_parts_are_those_of_the_whole_page(plan: Plan, adds: bool) -> None:
    desk = Desk(*plan)
    do = re.findall(r'value="(add:[^"]+)"', desk.text)[0] if adds else "look"
    answer = desk.browser.post(page_of(desk.request), {**desk.held(), "do": do}, headers=PARTS)
    parts, whole = by_id(answer.content.decode()), by_id(desk.browser.get(page_of(desk.request)).content.decode())
    assert parts.keys() | FIRST_TIME == whole.keys() - {"told"} == NAMES
    same = (
        {"elsewhere", "flaws", "typed"} if adds else NAMES - FIRST_TIME - {"kept"}
    )  # a page that is opened shows no tap
    assert {name: parts[name] for name in same} == {name: whole[name] for name in same}
    assert ("row-0" in parts["sheet"]) is ("row-0" in whole["sheet"]) is adds


def test_a_closed_question_comes_back_whole(plan: Plan) -> None:
    desk = Desk(*plan)
    OpenRequest.objects.filter(pk=desk.request.pk).update(closed_at=timezone.now())
    text = desk.browser.post(page_of(desk.request), {**desk.held(), "do": "look"}, headers=PARTS).content.decode()
    assert "<h1" in text
    assert 'id="sheet"' not in text


def test_a_button_of_the_guide_brings_its_step(plan: Plan) -> None:
    desk = Desk(*plan)
    answer = desk.browser.post(page_of(desk.request), {**desk.held(), "do": "guide:2"}, headers=PARTS)
    assert 'data-step="2"' in by_id(answer.content.decode())["guide"]
