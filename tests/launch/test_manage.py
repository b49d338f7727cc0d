"""`./run manage`: a management command on the data of a `./run serve`, wherever they are."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.launch import ROOT, arguments
from tools.launch.embedded import Place
from tools.launch.serve import DATA, _Console

ONE_LINE = "from django.conf import settings; print(settings.DATABASES['default']['NAME'])"


def manage(*words: str, from_folder: Path) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PBEM_", "DJANGO_"))}
    for name in ("DATABASE_URL", "REDIS_URL"):
        kept.pop(name, None)
    command = [sys.executable, "-m", "tools.launch.inside", "manage", *words]
    variables = kept | {"SEALED_ORDERS_FROM": str(from_folder)}
    return subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False)


def test_a_command_works_on_the_folder_that_it_is_given(tmp_path: Path) -> None:
    (tmp_path / "north sea").mkdir()
    done = manage("--data", "north sea", "shell", "--verbosity", "0", "--command", ONE_LINE, from_folder=tmp_path)
    assert done.stdout.startswith(str(tmp_path / "north sea")), done.stderr


def test_a_folder_that_is_not_there_is_refused_and_not_made(tmp_path: Path) -> None:
    done = manage("--data", "nowhere", "check", from_folder=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert f"there is no folder {tmp_path / 'nowhere'}" in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "data", "rest"),
    [
        (["where", "x"], None, ["where", "x"]),
        (["--data", "d", "where", "x", "--data", "y"], Path("d"), ["where", "x", "--data", "y"]),
        (["--data=d", "where"], Path("d"), ["where"]),
        (["where", "--data", "y"], None, ["where", "--data", "y"]),
        (["--help"], None, ["--help"]),
        ([], None, []),
    ],
)
def test_the_folder_stands_before_the_command(words: list[str], data: Path | None, rest: list[str]) -> None:
    known, handed_on = arguments.parse(["manage", *words])
    assert (known.data, handed_on) == (data, rest)


def test_the_server_says_what_to_type_for_its_data() -> None:
    assert _Console(DATA)._manage() == "./run manage"
    assert _Console(Path("/srv/north sea"))._manage() == "./run manage --data '/srv/north sea'"


def test_links_lead_to_the_server_on_these_data(tmp_path: Path) -> None:
    """The address that `./run serve` took, whatever its port, also when it has stopped; unless another one is named."""
    place = Place(data=tmp_path, port=8471)
    place.note_address("http://127.0.0.1:8471")
    where = "from django.conf import settings; print(settings.PBEM_BASE_URL)"
    done = manage("--data", str(tmp_path), "shell", "--verbosity", "0", "--command", where, from_folder=tmp_path)
    assert done.stdout.strip() == "http://127.0.0.1:8471", done.stderr
    outer = place.noted_address() | {"PBEM_BASE_URL": "https://orders.example.org"}
    assert place.variables(outer, None)["PBEM_BASE_URL"] == "https://orders.example.org"
    assert not Place(data=tmp_path / "none").noted_address()
