"""The environment is made from whatever the machine offers, once for each state of the locks."""

import json
import sys
from pathlib import Path

import pytest

from tools.launch import LaunchError, environment

REFUSALS = {
    "without ensurepip": '"-m venv --without-pip "*) ;; "-m venv "*) exit 1;;',
    "without pip at all": '"-m venv --without-pip "*) ;; "-m venv "*|"-m pip "*) exit 1;;',
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A checkout whose locks hold no package."""
    for name in (environment.RUN_LOCK, environment.DEV_LOCK):
        (tmp_path / name).write_text("\n")
    return tmp_path


@pytest.mark.parametrize("lacking", REFUSALS)
def test_it_is_made_on_a_poorer_machine_too(root: Path, lacking: str, monkeypatch: pytest.MonkeyPatch) -> None:
    poor = root / "python3"
    poor.write_text(f'#!/bin/sh\ncase "$*" in {REFUSALS[lacking]} esac\nexec {sys.executable} "$@"\n')
    poor.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(poor))

    python = environment.ensure(dev=False, root=root)

    assert python == root / ".venv/bin/python"
    assert environment.is_current(root / ".venv", root, dev=False)


@pytest.fixture
def made(root: Path) -> Path:
    """The environment as a first start leaves it, but without anything installed."""
    home = root / ".venv"
    (home / "bin").mkdir(parents=True)
    (home / "bin" / "python").symlink_to(sys.executable)
    (home / "pyvenv.cfg").touch()
    environment._write_stamp(home, root, dev=False)
    return home


def test_a_second_start_installs_nothing(root: Path, made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "_install", lambda *_: pytest.fail("installed again"))
    assert environment.ensure(dev=False, root=root) == made / "bin/python"


def test_a_changed_lock_is_installed(root: Path, made: Path) -> None:
    (root / environment.RUN_LOCK).write_text("# changed\n")
    assert not environment.is_current(made, root, dev=False)


def test_tests_need_more_than_the_server(root: Path, made: Path) -> None:
    assert not environment.is_current(made, root, dev=True)
    environment._write_stamp(made, root, dev=True)
    assert environment.is_current(made, root, dev=True)
    assert environment.is_current(made, root, dev=False)


def test_an_environment_whose_python_is_gone_is_not_current(root: Path, made: Path) -> None:
    (made / "bin" / "python").unlink()
    assert not environment.is_current(made, root, dev=False)


def test_a_damaged_stamp_is_not_current(root: Path, made: Path) -> None:
    (made / environment.STAMP).write_text(json.dumps({})[:1])
    assert not environment.is_current(made, root, dev=False)


def test_a_folder_that_is_no_environment_is_left_alone(root: Path) -> None:
    (root / ".venv").mkdir()
    (root / ".venv" / "precious").touch()
    with pytest.raises(LaunchError, match="is in the way"):
        environment.ensure(dev=False, root=root)
    assert (root / ".venv" / "precious").exists()


def test_the_bundled_pip_is_what_it_should_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert environment._bundled_pip() == environment.PIP_WHEEL
    damaged = tmp_path / "pip.whl"
    damaged.write_bytes(environment.PIP_WHEEL.read_bytes()[:-1])
    monkeypatch.setattr(environment, "PIP_WHEEL", damaged)
    with pytest.raises(LaunchError, match="damaged"):
        environment._bundled_pip()
