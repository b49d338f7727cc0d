"""The blocks of code in the docs: which test runs each, or why none does.

A block is named after its page and the beginning of its first line, or after the second word of its fence, as in
``ini lmtp/main.cf``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.docs.pages import ROOT, pages

_BLOCK = re.compile(r"^```(\w*)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN = 40
"""How many characters of a first line name its block."""
_COMMANDS = "tests/docs/test_commands.py::"
_MAIL = "tests/mail_servers/test_examples.py::"

RUNS = {
    f"{_COMMANDS}test_a_server_starts_as_the_pages_say": (
        "README.md: ./run setup     # installs everything in",
        "docs/hosts/install.md: ./run serve",
    ),
    "tests/launch/test_readme.py::test_the_commands_of_the_readme_play_a_first_turn": (
        "README.md: U=http://127.0.0.1:8000/api/v1",
    ),
    f"{_COMMANDS}test_a_finished_game_is_verified_as_the_pages_say": (
        "README.md: ./run verify letters/ record.json",
        "docs/players/dice.md: ./run verify letters/ record.json",
    ),
    f"{_COMMANDS}test_the_inner_loop_runs_in_a_checkout": (
        "CONTRIBUTING.md: .venv/bin/python -m pytest -q tests/kern",
    ),
    "tests/docs/test_guide.py::test_the_example_answers_every_open_question": ("docs/api/guide.md: import json",),
    "tests/docs/test_site.py::test_the_diagrams_of_the_docs_are_drawn": ("docs/architecture.md: sequenceDiagram",),
    f"{_COMMANDS}test_a_server_at_home_starts_as_the_page_says": (
        "docs/hosts/install.md: PBEM_BASE_URL=http://192.168.1.20:8000 P",
    ),
    "tests/launch/test_production.py::test_the_page_for_hosts_starts_production_with_three_commands": (
        "docs/hosts/install.md: (umask 077; printf '%s\\n' \\",
    ),
    f"{_MAIL}test_postfix_hands_a_reply_over_by_lmtp": (
        "docs/hosts/mail-server.md: lmtp/main.cf",
        "docs/hosts/mail-server.md: lmtp/transport",
    ),
    f"{_MAIL}test_postfix_pipes_a_reply_with_the_server_s_settings": (
        "docs/hosts/mail-server.md: pipe/transport",
        "docs/hosts/mail-server.md: pipe/main.cf",
        "docs/hosts/mail-server.md: pipe/master.cf",
        "docs/hosts/mail-server.md: pipe/receive-orders",
    ),
    f"{_MAIL}test_a_catch_all_alias_fills_a_mailbox_of_dovecot_that_is_polled": (
        "docs/hosts/mail-server.md: alias/main.cf",
        "docs/hosts/mail-server.md: alias/orders-alias",
        "docs/hosts/mail-server.md: dovecot/dovecot.conf",
    ),
    f"{_MAIL}test_a_signature_that_opendkim_verifies_proves_the_sender": (
        "docs/hosts/mail-server.md: milters/main.cf",
        "docs/hosts/mail-server.md: milters/opendkim.conf",
    ),
    f"{_MAIL}test_a_verdict_of_opendmarc_proves_the_sender": ("docs/hosts/mail-server.md: milters/opendmarc.conf",),
    f"{_COMMANDS}test_postgresql_takes_the_settings_for_several_machines": (
        "docs/hosts/several-machines.md: tcp_keepalives_idle = 30",
    ),
    f"{_COMMANDS}test_a_language_is_added_as_the_page_says": (
        "docs/titles/translating.md: .venv/bin/python -m tools.messages nl",
    ),
    f"{_COMMANDS}test_the_example_of_a_context_is_a_catalogue": ('docs/titles/translating.md: msgctxt "アクション"',),
}
"""The tests that run blocks, each with the blocks."""

FOLLOWED = {
    "docs/titles/tutorial.md": (
        "tests/commands/test_tutorial.py::test_its_game_is_played_over_the_api_and_keeps_its_secret"
    ),
}
"""The test that follows all blocks of a page, in their order."""

NOT_RUN = {
    "CONTRIBUTING.md: ./run setup --dev       # environment wi": (
        "installs the environment and runs the whole suite, as continuous integration does; "
        "test_commands_in_the_docs_exist reads its words"
    ),
    "docs/architecture.md: async def fire(board: Board, gun: Gun) -": (
        "a step without its title; test_code_in_python_is_valid reads it"
    ),
    "games/titles/pirates/README.md: react minesweeper weapon=mines": (
        "conditions on a position that the reader imagines; tests/titles/pirates plays orders of these kinds"
    ),
    "games/titles/pirates/README.md: play submarines_u_1 target=lovat instead": (
        "a plan for cards that the reader imagines; tests/titles/pirates/test_sealed.py plays such plans"
    ),
    "docs/hosts/install.md: location / {": "nginx is not among the programs of the tests",
    "docs/hosts/several-machines.md: DATABASE_URL='postgres://sealed:…@10.0.0": (
        "addresses of another network; tests/machines/test_failover.py starts servers with such a URL"
    ),
    "docs/hosts/several-machines.md: players ── proxy (TLS) ──┬── web host 1": "a drawing",
    "docs/hosts/several-machines.md: # on one machine, before the first start": (
        "needs Docker on several machines; tests/launch/test_production.py checks the files, tests/machines/ the server"
    ),
}
"""Why no test runs a block."""


@dataclass(frozen=True, kw_only=True)
class Block:
    """A fenced block of a page."""

    page: str
    language: str
    name: str
    text: str


def documents() -> list[Path]:
    """Return all pages of the docs, with the pages of the titles."""
    return [*pages(), *sorted((ROOT / "games" / "titles").glob("*/README.md"))]


def blocks() -> Iterator[Block]:
    """Yield the blocks of all pages."""
    for path in documents():
        page = path.relative_to(ROOT).as_posix()
        for language, name, text in _BLOCK.findall(path.read_text(encoding="utf-8")):
            first = name or text.splitlines()[0].strip()[:SHOWN].rstrip()
            yield Block(page=page, language=language, name=f"{page}: {first}", text=text)


def block(name: str) -> Block:
    """Return the block of that name. Raises KeyError."""
    return {one.name: one for one in blocks()}[name]
