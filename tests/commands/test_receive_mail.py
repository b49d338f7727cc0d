"""``manage.py receive_mail`` as a mail server calls it: no failure of ours loses a message, or makes a deployment."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from worker.receive_mail_pipe import find_missing_configuration, is_receive_mail, run_without_loss

ROOT = Path(__file__).resolve().parents[2]
MESSAGE = b"From: eve@example.net\nTo: orders@example.org\n\nhello\n"


def deployment(folder: Path) -> dict[str, str]:
    """The environment of a server whose data lie there."""
    folder.mkdir()
    (folder / "secret_key").write_text("a key that is long enough for anything")
    (folder / "sealed.sqlite3").touch()
    return {"PBEM_DATA_DIR": str(folder), "PBEM_MAIL_REPLY_ADDRESS": "orders@example.org"}


def receive(home: Path, **environ: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command as from a checkout in `home`."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    program = "import manage, pathlib; manage.HOME = pathlib.Path.cwd(); manage.main()"
    return subprocess.run(
        [sys.executable, "-c", program, "receive_mail", "orders@example.org"],
        cwd=home, env=kept | {"PYTHONPATH": str(ROOT)} | environ, input=MESSAGE, capture_output=True, timeout=120,
    )  # fmt: skip


def test_without_settings_the_message_is_to_be_brought_again(tmp_path: Path) -> None:
    done = receive(tmp_path)
    assert done.returncode == 75
    assert b"PBEM_MAIL_REPLY_ADDRESS is not set" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_data_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    done = receive(tmp_path, PBEM_MAIL_REPLY_ADDRESS="orders@example.org", PBEM_DATA_DIR=str(tmp_path / "data"))
    assert done.returncode == 75
    assert b"there is no folder" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_settings_that_cannot_be_read_lose_no_message(tmp_path: Path) -> None:
    done = receive(tmp_path, **deployment(tmp_path / "data"), PBEM_MAIL_TIMEOUT="soon")
    assert done.returncode == 75
    assert b"PBEM_MAIL_TIMEOUT" in done.stderr


def test_a_database_without_tables_takes_nothing(tmp_path: Path) -> None:
    done = receive(tmp_path, **deployment(tmp_path / "data"))
    assert done.returncode == 75
    assert b"try again" in done.stderr


@pytest.mark.parametrize(
    ("left_out", "said"),
    [
        ("PBEM_MAIL_REPLY_ADDRESS", "PBEM_MAIL_REPLY_ADDRESS is not set"),
        ("secret_key", "holds no key"),
        ("sealed.sqlite3", "holds no database"),
        ("PBEM_DATA_DIR", "there is no folder"),
    ],
)
def test_each_part_of_a_deployment_must_be_there(tmp_path: Path, left_out: str, said: str) -> None:
    environ = deployment(tmp_path / "data")
    assert list(find_missing_configuration(environ, tmp_path)) == []
    environ.pop(left_out, None)
    (tmp_path / "data" / left_out).unlink(missing_ok=True)
    (missing,) = find_missing_configuration(environ, tmp_path)
    assert said in missing


def test_key_and_database_may_be_named_by_the_environment(tmp_path: Path) -> None:
    environ = {"PBEM_MAIL_REPLY_ADDRESS": "orders@example.org", "PBEM_SECRET_KEY": "x", "DATABASE_URL": "postgres://x"}
    (tmp_path / "var").mkdir()
    assert list(find_missing_configuration(environ, tmp_path)) == []


@pytest.mark.parametrize(("ends", "code"), [(0, 0), (None, None), (75, 75), (65, 65), (1, 75), (2, 75), ("no", 75)])
def test_only_what_the_command_decides_on_is_another_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: object, code: object
) -> None:
    for name, value in deployment(tmp_path / "data").items():
        monkeypatch.setenv(name, value)

    def run() -> None:
        raise SystemExit(ends)

    with pytest.raises(SystemExit) as end:
        run_without_loss(run, tmp_path)
    assert end.value.code == code


def test_an_error_is_another_try(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in deployment(tmp_path / "data").items():
        monkeypatch.setenv(name, value)

    def run() -> None:
        raise ImportError("no module named django")

    with pytest.raises(SystemExit) as end:
        run_without_loss(run, tmp_path)
    assert end.value.code == 75
    assert "no module named django" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "pipes"),
    [
        (["receive_mail"], True),
        (["receive_mail", "orders@example.org"], True),
        (["receive_mail", "--help"], False),
        (["migrate"], False),
        ([], False),
    ],
)
def test_only_the_pipe_is_guarded(words: list[str], pipes: bool) -> None:
    assert is_receive_mail(words) is pipes
