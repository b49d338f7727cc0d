"""What forms let be ordered, which drafts are wrong and by which rule, and what is foretold: `forms.txt`, read by a
person, holds it for the forms of `forms_laid_out.py`.

A form stands there by its name, with its ways (`ways` in `forms_shown.py` says how); then drafts, each behind `> `,
with what is wrong with it (`!`; `!!` where its schema says so too), and what is foretold of it. After a change that was
meant, `WRITE_PLAYTHROUGHS=1 pytest tests/titles/pq17/test_forms_in_tables.py` writes what follows the drafts anew.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.kernel.conformance.json_schema import violations
from tests.titles.pq17.forms_laid_out import NAMED
from tests.titles.pq17.forms_shown import foretold, ways, wrong

rule = pytest.mark.rule
KEPT = Path(__file__).parent / "forms.txt"
AND = " & "


def looks(name: str) -> list[str]:
    """What a form lets be ordered, but for standing instructions."""
    return [f"  {one}" for one in ways(NAMED[name]) if not one.startswith("instruct")]


def comes(name: str, draft: str) -> list[str]:
    """What is wrong with a draft, and what is foretold of it."""
    form, lines = NAMED[name], draft.split(AND)
    by_schema = any(violations(form.schema(), form.parse("\n".join(lines))))
    faults = [f"  {'!!' if by_schema else '!'} {one}" for one in wrong(form, *lines)]
    assert faults or not by_schema, f"{draft}: no fault that a schema names is none"
    return [*faults, *(f"  {one}" for one in foretold(form, *lines))]


def written() -> Iterator[tuple[str, str, list[str]]]:
    """Each form and each draft (for the form itself \"\") with the lines that follow it."""
    name, draft, lines = "", "", list[str]()
    for line in KEPT.read_text().splitlines():
        if line.startswith(("# ", "> ")):
            if name:
                yield name, draft, lines
            name, draft = (line[2:], "") if line.startswith("# ") else (name, line[2:])
            lines = []
        elif line:
            lines.append(line)
    yield name, draft, lines


def now(name: str, draft: str) -> list[str]:
    """The same as it is now."""
    return comes(name, draft) if draft else looks(name)


if os.environ.get("WRITE_PLAYTHROUGHS"):
    KEPT.write_text("\n".join(
        line for name, draft, _ in list(written())
        for line in ([f"> {draft}"] if draft else ["", f"# {name}"]) + now(name, draft)
    ).lstrip() + "\n")  # fmt: skip


@rule(
    "pq17",
    "1.2.3",
    "1.2.5",
    "5.0",
    "5.1.5",
    "5.3",
    "6.3.2",
    "6.3.3",
    "6.4.2a",
    "7.1a",
    "7.2.1",
    "7.2.4b",
    "7.5.2c",
    "7.5.4",
    "15.2",
    "15.2a",
    "15.2.2",
    "15.4a",
    "15.5.1",
    "15.6.3",
    "15.7.2",
    "15.7.5",
    "15.8",
    "15.8.1",
)
@pytest.mark.parametrize(("name", "draft", "lines"), list(written()))
def test_a_form_lets_be_ordered_what_it_did_and_says_of_drafts_what_it_said(
    name: str, draft: str, lines: list[str]
) -> None:
    assert now(name, draft) == lines


def test_every_form_that_is_laid_out_is_written_down() -> None:
    assert {name for name, _, _ in written()} == set(NAMED)
