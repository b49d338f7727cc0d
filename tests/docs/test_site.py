"""The documentation site: its side bar leads to every page, its pages load nothing from elsewhere."""

import re
from pathlib import Path

import pytest

from tests.docs.blocks import blocks
from tests.docs.pages import ROOT
from tools.docs_site import __main__ as site
from tools.docs_site import markdown, navigation, sequence
from tools.launch import arguments

DIAGRAM = """\
sequenceDiagram
    participant P as Player
    participant D as Database
    P->>D: orders & draft
    D-->>P: receipt
    D-)D: trigger
    Note over P,D: wait
"""


def test_the_side_bar_has_the_order_of_the_map() -> None:
    named = [page for pages in navigation.NAVIGATION.values() for page in pages]
    links = re.findall(r"\]\(([\w/-]+)\.md\)", (ROOT / "docs" / "index.md").read_text("utf-8"))
    wanted = [f"docs/{link}" for link in links]
    assert [page for page in named if page in wanted] == wanted
    assert len(named) == len(set(named))
    assert [page for page in named if not (ROOT / f"{page}.md").exists()] == []


def test_a_page_is_prepared_for_the_site(tmp_path: Path) -> None:
    (tmp_path / "docs" / "games").mkdir(parents=True)
    text = "[a/b.md](a/b.md#c), [words](a/b.md), [games](games), ![picture](x.png)\n"
    shown = "[](a/b.md#c), [words](a/b.md), games, ![picture](x.png)\n"
    assert markdown.prepare("docs/page", text, tmp_path) == shown
    drawn = markdown.prepare("docs/page", f"before\n\n```mermaid\n{DIAGRAM}```\n", tmp_path)
    assert drawn.startswith("before\n\n<svg ")
    assert "```" not in drawn


def test_a_sequence_diagram_shows_its_messages() -> None:
    participants, steps = sequence.parse(DIAGRAM)
    assert participants == {"P": "Player", "D": "Database"}
    assert [step.kind for step in steps] == ["call", "reply", "async", "note"]
    drawn = sequence.draw(DIAGRAM)
    assert "Player to Database: orders &amp; draft; Database to Player: receipt" in drawn
    assert drawn.count("<text") == 2 + 4
    with pytest.raises(ValueError, match="unknown line in a sequence diagram: loop"):
        sequence.parse("loop")


def test_what_a_page_loads_from_elsewhere_is_found(tmp_path: Path) -> None:
    remote = [
        '<script src="https://cdn.example.org/x.js"></script>',
        '<link rel="stylesheet" type="text/css" href="//fonts.example.org/x.css">',
        '<img alt="x" src="http://example.org/x.png">',
    ]
    (tmp_path / "index.html").write_text('<a href="https://example.org/">link</a><img src="x.png">' + "".join(remote))
    (tmp_path / "style.css").write_text(
        '@import "https://example.org/x.css";\na { src: url(https://example.org/x.woff2) }'
    )
    found = site.remote_resources(tmp_path)
    assert [line.partition(":")[0] for line in found] == ["index.html"] * 3 + ["style.css"] * 2


def test_without_sphinx_the_check_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(site, "NEEDED", ("sphinx_that_is_not_there",))
    assert site.main(["--check"]) == 0
    assert capsys.readouterr().out == "skipped: sphinx_that_is_not_there not installed; run ./run setup --dev\n"
    assert site.main([]) == 1


def test_the_launcher_hands_its_words_on() -> None:
    known, rest = arguments.parse(["docs", "--serve", "--port", "9000"])
    assert (known.command, rest) == ("docs", ["--serve", "--port", "9000"])


def test_a_broken_link_fails_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole site of a small checkout: a good page, then a link to nowhere."""
    pytest.importorskip("sphinx")
    (tmp_path / "docs").mkdir()
    (tmp_path / "conf.py").write_text(
        'extensions = ["myst_parser"]\nroot_doc = "docs/index"\nmyst_heading_anchors = 4\n'
    )
    page = tmp_path / "docs" / "index.md"
    monkeypatch.setattr(site, "ROOT", tmp_path)
    monkeypatch.setattr(site, "SETTINGS", tmp_path)
    page.write_text("# A page\n\n[here](#a-page)\n")
    assert site.build(tmp_path / "site", tmp_path / "cache") == 0
    page.write_text("# A page\n\n[gone](gone.md) and [no heading](#nothing)\n")
    assert site.build(tmp_path / "site", tmp_path / "cache") == 1


def test_the_diagrams_of_the_docs_are_drawn() -> None:
    sources = [one.text for one in blocks() if one.language == "mermaid"]
    assert sources
    for source in sources:
        participants, steps = sequence.parse(source)
        assert {step.start for step in steps} | {step.end for step in steps} <= set(participants)
        assert sequence.draw(source).count("<text") == len(participants) + len(steps)
