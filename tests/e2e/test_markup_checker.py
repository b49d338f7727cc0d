"""The checker of markup finds each kind of fault, and none in a sound page."""

import pytest

from tests.e2e.markup import faults

HEAD = "<!doctype html><html lang=en><head><title>A</title></head><body><h1>A</h1>"


def test_a_sound_page_has_none() -> None:
    sound = (
        '<h2 id="b">B</h2><section aria-labelledby="b"><p>Now <time datetime="2026-11-30T06:00:00+01:00">now</time></p>'
        '<ul><li><a href="/">Home</a></li></ul><table><tr><th scope="row">B</th><td>c</td></tr></table></section>'
    )
    assert faults(f"{HEAD}{sound}</body></html>") == []


@pytest.mark.parametrize(
    ("markup", "fault"),
    [
        ("<p>a</div>", "end-tag"),
        ("<p><span>a</p>", "end-tag"),
        ('<p id="a">a</p><p id="a">b</p>', "the id a stands 2 times"),
        ('<input id="a" aria-describedby="b">', "aria-describedby names b"),
        ("<h3>a</h3>", "h3 follows h1"),
        ("<h1>a</h1>", "2 headings of the first level"),
        ('<time datetime="2026-11-30T06:00:00.123456+00:00">a</time>', "datetime 2026"),
        ('<p aria-label="a">a</p>', "a name without a role"),
        ("<p><span><ul><li>a</li></ul></span></p>", "end-tag"),
        ("<div><span><div>a</div></span></div>", "<div> within <span>"),
        ('<a href="/"><button>a</button></a>', "<button> within <a"),
        ('<img src="a">', "no alt"),
        ('<input type="hidden" name="a" autocomplete="off">', "nobody fills in"),
    ],
)
def test_each_kind_of_fault_is_found(markup: str, fault: str) -> None:
    assert fault in "\n".join(faults(f"{HEAD}{markup}</body></html>"))
