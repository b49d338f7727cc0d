"""Write `docs/hosts/settings.md` from the fields of `Environment` in `pbem/environment.py` and their docstrings.

``python -m tools.settings_page`` writes the page; with ``--check`` it only compares, and exits with 1 if they differ.
"""

import ast
import re
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "pbem" / "environment.py"
PAGE = ROOT / "docs" / "hosts" / "settings.md"
WIDTH = 110
SHARED_NAMES = "SHARED_NAMES"
SECTIONS = {
    "debug": "Server",
    "database_url": "Storage",
    "mail_url": "E-mail",
    "renderers": "Pictures",
    "site_name": "Site",
    "open_sign_up": "Players",
    "webhook_allow_private": "Webhooks",
    "cors_origins": "API and limits",
    "bot_seconds": "Bots and chances",
    "sweep_seconds": "Scheduler, metrics and logs",
}
"""The first setting of each section, with the heading."""
INTRODUCTION = """\
# Settings

For hosts. Every setting is an environment variable, and all are optional. Booleans are `true`, `false`, `1`
or `0`; lists are separated by commas. An unknown `PBEM_` variable or a value of the wrong type stops the
start with the variable's name.

This page is generated from `pbem/environment.py` by `.venv/bin/python -m tools.settings_page`.
"""


@dataclass(frozen=True, kw_only=True)
class Setting:
    """A field of `Environment`."""

    field: str
    variable: str
    """The environment variable that sets it."""
    default: str
    """The default as the page shows it."""
    description: str


def read_settings(source: str) -> list[Setting]:
    """Return all settings in the order of the source. Raises ValueError for a setting without a description."""
    tree = ast.parse(source)
    (names,) = (node.value for node in tree.body if isinstance(node, ast.Assign) and _is_named(node, SHARED_NAMES))
    shared: dict[str, str] = ast.literal_eval(names)
    (body,) = (node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Environment")
    variables = {
        node.target.id: shared.get(node.target.id, f"PBEM_{node.target.id.upper()}")
        for node in body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    return list(_settings(body, variables))


def render(settings: list[Setting]) -> str:
    """Return the text of the page."""
    lines = [INTRODUCTION.rstrip()]
    for setting in settings:
        if setting.field in SECTIONS:
            lines += ["", f"## {SECTIONS[setting.field]}", ""]
        default = f" (default `{setting.default}`)" if setting.default else ""
        lines += _wrapped(f"- `{setting.variable}`{default}: {setting.description}")
    return "\n".join(lines) + "\n"


def main(words: list[str]) -> int:
    """Write or check the page; return 1 if the check finds a difference."""
    wanted = render(read_settings(SOURCE.read_text(encoding="utf-8")))
    if "--check" not in words:
        PAGE.write_text(wanted, encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != wanted:
        print("docs/hosts/settings.md is out of date: run .venv/bin/python -m tools.settings_page")
        return 1
    return 0


def _settings(body: list[ast.stmt], variables: dict[str, str]) -> Iterator[Setting]:
    for node, following in zip(body, [*body[1:], ast.Pass()], strict=True):
        if not (isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value):
            continue
        if not (isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)):
            raise ValueError(f"{node.target.id} has no description")
        value = ast.literal_eval(node.value)
        yield Setting(
            field=node.target.id,
            variable=variables[node.target.id],
            default=str(value).lower() if isinstance(value, bool) else str(value),
            description=_described(str(following.value.value), variables),
        )


def _described(docstring: str, variables: dict[str, str]) -> str:
    """Return a docstring as Markdown, with the names of environment variables in place of fields."""
    text = " ".join(docstring.split()).replace("``", "`")
    return re.sub(r"`(\w+)`", lambda match: f"`{variables.get(match[1], match[1])}`", text)


def _wrapped(item: str) -> list[str]:
    """Return a list item as wrapped lines, without a line break within code."""
    whole = re.sub(r"`[^`]+`", lambda match: match[0].replace(" ", "\0"), item)
    lines = textwrap.wrap(whole, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines]


def _is_named(node: ast.Assign, name: str) -> bool:
    return any(isinstance(target, ast.Name) and target.id == name for target in node.targets)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
