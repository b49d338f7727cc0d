"""The virtual environment in `.venv`, installed by hash from a lock file.

Three ways are tried in this order, each with fewer requirements: `python3 -m venv`; a bare environment filled by the
system's pip; a bare environment filled by the pip in `bootstrap/`. A stamp file stores the digests of the locks, so
that the next start only compares two files.
"""

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tools.launch import ROOT, LaunchError

RUN_LOCK = "requirements.lock"
DEV_LOCK = "requirements-dev.lock"
STAMP = "sealed-orders.json"
PIP_WHEEL = Path(__file__).resolve().parent / "bootstrap" / "pip-26.3-py3-none-any.whl"
PIP_SHA256 = "f3b60b20ffaadd4415ed7957212a38ac63fa4c5fa375bd0f4a797777940fad13"


def ensure(*, dev: bool, root: Path = ROOT) -> Path:
    """Create or complete `.venv` and return its Python.

    `dev`: include the packages for tests and checks. `root`: the checkout. Raises LaunchError if this machine cannot
    create the environment.
    """
    home = root / ".venv"
    with _alone(root):
        if not is_current(home, root, dev=dev):
            lock = DEV_LOCK if dev else RUN_LOCK
            _say(f"Setting up the environment from {lock} (only the first time; a minute or so) ...")
            try:
                _install(_make(home), root / lock)
                _write_stamp(home, root, dev=dev)
            except PermissionError as error:
                raise LaunchError(f"no permission to write {error.filename}; whose checkout is this?") from error
    return python_of(home)


def is_current(home: Path, root: Path, *, dev: bool) -> bool:
    """Return True if the environment in `home` works and matches the lock files in `root`. `dev`: as for `ensure`."""
    try:
        stamp = json.loads((home / STAMP).read_text())
    except (OSError, ValueError):
        return False
    wanted = _digests(root, dev=dev)
    return all(stamp.get(name) == digest for name, digest in wanted.items()) and _works(python_of(home))


def python_of(home: Path) -> Path:
    """Return the path of the environment's Python."""
    return home / "bin" / "python"


def clean(variables: Mapping[str, str]) -> dict[str, str]:
    """Return `variables`, a process environment, without those that would load another Python's libraries."""
    kept = {name: value for name, value in variables.items() if name not in {"PYTHONHOME", "PYTHONPATH"}}
    kept["UV_PYTHON_DOWNLOADS"] = "never"
    return kept


def _make(home: Path) -> list[str]:
    """Create the environment unless a working one exists, and return the pip command that installs into it.

    Raises LaunchError if that is impossible.
    """
    python = python_of(home)
    if home.exists() and not _works(python):
        if not (home / "pyvenv.cfg").exists():
            raise LaunchError(f"{home} is in the way and is no virtual environment; move it aside")
        shutil.rmtree(home)
    if not home.exists() and not _quietly(sys.executable, "-m", "venv", str(home)):
        shutil.rmtree(home, ignore_errors=True)
        if not _quietly(sys.executable, "-m", "venv", "--without-pip", str(home)):
            raise LaunchError(f"{sys.executable} cannot make a virtual environment: install its venv module")
    if _quietly(str(python), "-m", "pip", "--version"):
        return [str(python), "-m", "pip"]
    if _quietly(sys.executable, "-m", "pip", "--python", str(python), "--version"):
        return [sys.executable, "-m", "pip", "--python", str(python)]
    return [str(python), str(_bundled_pip() / "pip")]


def _bundled_pip() -> Path:
    """Return the path of the pip wheel in the checkout, which Python can run directly, as a wheel is a zip file.

    Raises LaunchError if the file is damaged.
    """
    if hashlib.sha256(PIP_WHEEL.read_bytes()).hexdigest() != PIP_SHA256:
        raise LaunchError(f"{PIP_WHEEL} is damaged: get the checkout again")
    return PIP_WHEEL


def _install(pip: list[str], lock: Path) -> None:
    """Install exactly the packages in the lock file; pip's settings choose the index. Raises LaunchError."""
    command = [*pip, "install", "-qq", "--disable-pip-version-check", "--no-input", "--no-deps"]
    variables = clean(os.environ) | {"PIP_USER": "0", "PIP_REQUIRE_VIRTUALENV": "0"}
    done = subprocess.run([*command, "--require-hashes", "-r", str(lock)], env=variables, check=False)
    if done.returncode:
        raise LaunchError(f"installing from {lock.name} failed (see above). Is the package index within reach?")


def _works(python: Path) -> bool:
    return _quietly(str(python), "-c", "import sys; sys.exit(sys.version_info < (3, 11))")


def _quietly(*command: str) -> bool:
    try:
        done = subprocess.run(command, capture_output=True, check=False, env=clean(os.environ))
    except OSError:
        return False
    return done.returncode == 0


def _digests(root: Path, *, dev: bool) -> dict[str, str]:
    """Return the digests of an environment's lock files: the server's and, with `dev`, the developers'.

    The developers' lock contains all packages of the server's lock at the same versions: its environment serves both.
    """
    names = (RUN_LOCK, DEV_LOCK) if dev else (RUN_LOCK,)
    return {name: hashlib.sha256((root / name).read_bytes()).hexdigest() for name in names}


def _write_stamp(home: Path, root: Path, *, dev: bool) -> None:
    (home / STAMP).write_text(json.dumps(_digests(root, dev=dev)))


@contextmanager
def _alone(root: Path) -> Iterator[None]:
    """Make a second `./run` in this checkout wait while this one installs."""
    folder = os.open(root, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
