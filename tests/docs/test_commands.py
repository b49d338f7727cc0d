"""Commands and code in the docs: each block has a test or a reason, each command that a page names exists."""

import argparse
import ast
import json
import os
import re
import shlex
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.core.management import get_commands, load_command_class
from django.db import connection
from django.test import Client

from games.models import Game, Player
from games.selectors.dice import get_game_dice
from tests.commands.checkouts import make_checkout, require, run_shell
from tests.docs.blocks import FOLLOWED, NOT_RUN, RUNS, block, blocks, documents
from tests.docs.pages import ROOT
from tests.launch.test_serve import PATIENCE
from tests.table import answer, play_out
from tests.worker.post_office import free_port
from tools import po
from tools.launch import arguments
from tools.launch.children import wait_until
from worker.mail.outbound import delivery

START = ("README.md: ./run setup     # installs everything in", "docs/hosts/install.md: ./run serve")
AT_HOME = "docs/hosts/install.md: PBEM_BASE_URL=http://192.168.1.20:8000 P"
VERIFY = ("README.md: ./run verify letters/ record.json", "docs/players/dice.md: ./run verify letters/ record.json")
LOOP = "CONTRIBUTING.md: .venv/bin/python -m pytest -q tests/kern"
MESSAGES = "docs/titles/translating.md: .venv/bin/python -m tools.messages nl"
CONTEXT = 'docs/titles/translating.md: msgctxt "アクション"'
KEEPALIVE = "docs/hosts/several-machines.md: tcp_keepalives_idle = 30"
LAUNCHER = """#!/bin/sh
export SEALED_ORDERS_FROM="$PWD"
cd {root}
case "$1" in
    setup) exec {python} -c 'import sys; from tools.launch.arguments import parse; parse(sys.argv[1:])' "$@" ;;
    serve) exec {python} -m tools.launch.inside "$@" --port {port} --data {data} {more} ;;
    *) exec {python} -m tools.launch.inside "$@" ;;
esac
"""
"""A `./run` that installs nothing and serves on a free port, from a folder of the test."""
SPAN = re.compile(r"`([^`]+)`")
MANAGE = re.compile(r"(?:\./run manage(?: --data \S+)?|(?:\.venv/bin/)?(?:python )?manage\.py) ([a-z_]+)\b(.*)")
RUN = re.compile(r"\./run ((?!manage\b)(?:--)?[a-z]+)\b(.*)")
MODULE = re.compile(r"python -m ((?:tools|bench|tests)\.[\w.]+)")
OPTION = re.compile(r"(?<=\s)--[a-z-]+")


def test_every_block_has_a_test_or_a_reason() -> None:
    run = [name for names in RUNS.values() for name in names]
    found = [one.name for one in blocks() if one.page not in FOLLOWED]
    assert sorted(found) == sorted([*run, *NOT_RUN]), "give a new block a line in RUNS, or in NOT_RUN with the reason"
    assert set(FOLLOWED) <= {one.page for one in blocks()}


@pytest.mark.parametrize("test", [*RUNS, *FOLLOWED.values()])
def test_the_test_of_a_block_exists(test: str) -> None:
    path, _, name = test.partition("::")
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    assert name in {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}


def test_code_in_python_is_valid() -> None:
    found = [one for one in blocks() if one.language == "python"]
    assert len(found) >= 5
    for one in found:
        compile(one.text, one.name, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)


def _named() -> Iterator[tuple[str, str]]:
    """Yield the lines of code of all pages, in blocks and within sentences, with their pages."""
    for path in documents():
        text = path.read_text(encoding="utf-8")
        page = path.relative_to(ROOT).as_posix()
        yield from (
            (page, span.replace("\n", " "))
            for span in SPAN.findall(re.sub(r"^```.*?^```", "", text, flags=re.M | re.S))
        )
    for one in blocks():
        if one.language == "sh":
            yield from ((one.page, line) for line in one.text.replace("\\\n", " ").splitlines())


def test_commands_in_the_docs_exist() -> None:
    """Each command of Django, of the launcher and of the tools that a page names, with its options."""
    known = get_commands()
    launcher = next(one for one in arguments.parser()._actions if isinstance(one, argparse._SubParsersAction)).choices
    wrong, seen = [], 0
    for page, line in _named():
        for name, rest in MANAGE.findall(line):
            seen += 1
            if name not in known:
                wrong.append(f"{page}: manage.py {name}")
            else:
                parser = load_command_class(known[name], name).create_parser("manage.py", name)
                wrong += [
                    f"{page}: {name} {one}" for one in OPTION.findall(rest) if one not in parser._option_string_actions
                ]
        for name, rest in RUN.findall(line):
            seen += 1
            if name != "--version" and name not in launcher:
                wrong.append(f"{page}: ./run {name}")
            elif name in ("serve", "setup"):
                options = launcher[name]._option_string_actions
                wrong += [f"{page}: {name} {one}" for one in OPTION.findall(rest) if one not in options]
        for name in MODULE.findall(line):
            seen += 1
            path = ROOT / name.replace(".", "/")
            if not (path.with_suffix(".py").exists() or (path / "__main__.py").exists()):
                wrong.append(f"{page}: {name}")
    assert wrong == []
    assert seen > 60


@contextmanager
def _served(folder: Path, name: str, *more: str) -> Iterator[tuple[int, list[str]]]:
    """Run the block of a page until it serves; give the port and what it printed, then end it."""
    port, lines = free_port(), list[str]()
    _write_launcher(folder, port=port, more=shlex.join(more))
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PBEM_", "DJANGO_"))}
    for key in ("DATABASE_URL", "REDIS_URL"):
        kept.pop(key, None)
    command = ["sh", "-euc", block(name).text]
    with (folder / "printed").open("w") as file:
        process = subprocess.Popen(
            command, cwd=folder, env=kept, stdout=file, stderr=subprocess.STDOUT, process_group=0
        )
        try:
            assert wait_until(
                lambda: "Ctrl-C stops" in (folder / "printed").read_text() or process.poll() is not None,
                seconds=PATIENCE,
            )
            lines += (folder / "printed").read_text().splitlines()
            yield port, lines
        finally:
            os.killpg(process.pid, 15)
            process.wait(PATIENCE)


def _write_launcher(folder: Path, *, port: int = 0, more: str = "") -> None:
    path = folder / "run"
    path.write_text(LAUNCHER.format(root=ROOT, python=sys.executable, port=port, data=folder / "data", more=more))
    path.chmod(0o755)


def _status(port: int, host: str) -> int:
    request = urllib.request.Request(f"http://127.0.0.1:{port}/login/", headers={"Host": host})
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return int(response.status)
    except urllib.error.HTTPError as error:
        return error.code


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="a whole server, ended by its process group")
@pytest.mark.parametrize("name", START, ids=["README", "install"])
def test_a_server_starts_as_the_pages_say(name: str, tmp_path: Path) -> None:
    """It prints the addresses and the password, and begins two demonstration games."""
    with _served(tmp_path, name) as (port, lines):
        said = "\n".join(lines)
        assert re.search(r"User\s+admin\n\s+Password\s+\S{16}\n\s+shown only this once", said), said
        assert "Begun: Demonstration: you against the phantom, with admin as red; Demonstration: two captains." in said
        assert f"http://127.0.0.1:{port}/mail/" in said
        assert _status(port, f"127.0.0.1:{port}") == 200


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="a whole server, ended by its process group")
def test_a_server_at_home_starts_as_the_page_says(tmp_path: Path) -> None:
    """It answers under the address for players, and under no other name."""
    with _served(tmp_path, AT_HOME, "--no-demo") as (port, lines):
        assert "Sealed Orders is running." in lines
        assert _status(port, "192.168.1.20:8000") == 200
        assert _status(port, "elsewhere.example.org") == 400


@pytest.mark.django_db
def test_a_finished_game_is_verified_as_the_pages_say(
    running: Game, anna: Player, settings: Any, tmp_path: Path, client: Client
) -> None:
    """A folder of e-mails and saved answers, the record and the keys as a player saves them; then a changed record."""
    settings.EMAIL_BACKEND = "worker.mail.outbound.eml_backend.EmlFolderBackend"
    settings.EMAIL_FILE_PATH = tmp_path / "letters"
    Player.objects.update(mail_preferences={"pictures": False})
    delivery.send_due_mail()
    get_game_dice(anna, running.pk)
    answer(running, "red")
    play_out(running)
    delivery.send_due_mail()
    client.force_login(anna)
    record = client.get(f"/api/v1/games/{running.pk}/record/").content
    (tmp_path / "record.json").write_bytes(record)
    (tmp_path / "keys.json").write_bytes(client.get("/.well-known/sealed-orders.json").content)
    _write_launcher(tmp_path)
    for name in VERIFY:
        for line in block(name).text.splitlines():
            done = subprocess.run(["sh", "-euc", line], cwd=tmp_path, capture_output=True, text=True, check=False)
            assert (done.returncode, done.stdout.splitlines()[-1:]) == (0, ["sound"]), done.stdout + done.stderr
    changed = json.loads(record)
    changed["game"]["standings"] = []
    (tmp_path / "record.json").write_text(json.dumps(changed))
    done = subprocess.run(["sh", "-euc", block(VERIFY[0]).text], cwd=tmp_path, capture_output=True, check=False)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, b"NOT SOUND")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout whose `.venv` is the environment of the tests."""
    root = make_checkout(tmp_path_factory.mktemp("docs"))
    (root / ".venv").symlink_to(Path(sys.prefix))
    return root


@pytest.mark.slow
def test_the_inner_loop_runs_in_a_checkout(checkout: Path) -> None:
    lines = block(LOOP).text.splitlines()
    assert len(lines) == 3
    for line in lines:
        require(run_shell(checkout, line))


@pytest.mark.slow
def test_a_language_is_added_as_the_page_says(checkout: Path) -> None:
    """Each command writes the file that its comment names, with every sentence and no translation."""
    for line in block(MESSAGES).text.splitlines():
        require(run_shell(checkout, line))
        written = checkout / line.rpartition(" ")[2]
        entries = [one for one in po.read_po(written.read_text(encoding="utf-8")) if one.key]
        assert len(entries) > 100
        assert not any("".join(one.translations) for one in entries)


def test_the_example_of_a_context_is_a_catalogue() -> None:
    (entry,) = po.read_po(block(CONTEXT).text)
    assert (entry.key, entry.translations) == ("アクション\x04action", ["Aktion"])
    assert po.compile_po(block(CONTEXT).text)


@pytest.mark.postgresql
@pytest.mark.django_db
def test_postgresql_takes_the_settings_for_several_machines() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("settings of PostgreSQL")
    given = dict(line.split(" = ") for line in block(KEEPALIVE).text.splitlines())
    with connection.cursor() as cursor:
        for name, value in given.items():
            cursor.execute("SELECT set_config(%s, %s, false)", [name, value])
            cursor.execute("SELECT vartype, context FROM pg_settings WHERE name = %s", [name])
            assert cursor.fetchone() == ("integer", "user")
