"""Versions of a bot: that of the working tree, that of a commit, and random play."""

import io
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from games.kernel.title import Bot, Title

ROOT = Path(__file__).resolve().parents[2]
HERE, RANDOM = "here", "random"
"""The names of the working tree's bot, and of random play; every other name is a commit."""


class UnknownVersion(ValueError):
    """There is no such version of the bot, or it does not work with the rules of the working tree."""


def shipped_title(key: str) -> Title[Any]:
    """Return a title of the working tree with its shipped data, without server or database."""
    return _load(import_module(f"games.titles.{key}.title"), key)


def bot_of(key: str, version: str, kept: Path) -> Bot:
    """Return a version of the first bot of a title. Bots of commits are unpacked below the folder `kept`."""
    title = shipped_title(key)
    name = next(iter(title.bots))
    if version == HERE:
        return title.bots[name]
    if version == RANDOM:
        return title.bot(RANDOM)
    return bots_in(key, unpacked(ROOT, version, key, kept))[name]


def commit_of(root: Path, version: str) -> str:
    """Return the full name of a commit. Raises UnknownVersion."""
    asked = ["git", "-C", str(root), "rev-parse", "--verify", "--quiet", f"{version}^{{commit}}"]
    found = subprocess.run(asked, capture_output=True, text=True, check=False)
    if found.returncode:
        raise UnknownVersion(f"{version} is no commit; a version is a commit, {HERE} or {RANDOM}")
    return found.stdout.strip()


def unpacked(root: Path, version: str, key: str, kept: Path) -> Path:
    """Return a folder with the bot's modules as they are in a commit. Raises UnknownVersion."""
    commit = commit_of(root, version)
    inside = f"games/titles/{key}/bot"
    folder = kept / commit
    if not (folder / inside).is_dir():
        archive = subprocess.run(["git", "-C", str(root), "archive", commit, inside], capture_output=True, check=False)
        if archive.returncode:
            raise UnknownVersion(f"{version} has no {inside}")
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
            files.extractall(folder, filter="data")
    return folder / inside


def bots_in(key: str, folder: Path) -> dict[str, Bot]:
    """Return the bots of a title whose package `bot` is the one in `folder`; rules and forms are the working tree's.

    Raises UnknownVersion if these bots need modules or names that the working tree has no more.
    """
    with _replaced(key, folder):
        try:
            return dict(_load(import_module(f"games.titles.{key}.title"), key).bots)
        except (ImportError, AttributeError) as error:
            raise UnknownVersion(f"the bot in {folder} does not fit the rules here: {error}") from error


@contextmanager
def _replaced(key: str, folder: Path) -> Iterator[None]:
    """Let the package `bot` of a title be the one in a folder while the block imports it."""
    package, title = f"games.titles.{key}.bot", f"games.titles.{key}.title"
    parent = import_module(f"games.titles.{key}")
    import_module(title)
    usual = {name: module for name, module in sys.modules.items() if _is_part(name, package) or name == title}
    for name in usual:
        del sys.modules[name]
    replacement = ModuleType(package)
    replacement.__path__ = [str(folder)]
    sys.modules[package] = replacement
    try:
        yield
    finally:
        for name in [name for name in sys.modules if _is_part(name, package) or name == title]:
            del sys.modules[name]
        sys.modules.update(usual)
        vars(parent).update(bot=usual[package], title=usual[title])


def _is_part(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def _load(module: ModuleType, key: str) -> Title[Any]:
    folder = ROOT / "games" / "titles" / key / "data"
    files = {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}
    title: Title[Any] = module.load_title(files)
    return title
