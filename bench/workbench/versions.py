"""Versions of a bot: a level of the bot in the working tree or in a commit, and random play."""

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

from games.kernel.advice import Advice
from games.kernel.bot_levels import CAPTAIN, RANDOM
from games.kernel.title import Bot, Title

ROOT = Path(__file__).resolve().parents[2]
HERE = "here"
"""The name of the version in the working tree; all other versions are commits."""
BEFORE_LEVELS = "admiral"
"""The module and function of the bot of some titles in commits without levels; other titles had a captain."""


class UnknownVersion(ValueError):
    """The version does not exist, or does not work with the rules of the working tree."""


def shipped_title(key: str) -> Title[Any]:
    """Return a title of the working tree with its shipped data, without server or database."""
    return _load(import_module(f"games.titles.{key}.title"), key)


def bot_of(key: str, words: str, kept: Path) -> Bot:
    """Return a bot of a title by LEVEL, VERSION or LEVEL@VERSION.

    Without a version, the bot is that of the working tree; without a level, the usual bot. Bots of commits are unpacked
    below the folder `kept`. Raises UnknownVersion if there is no such bot.
    """
    title = shipped_title(key)
    level, at, version = words.partition("@")
    if not at:
        level, version = (words, HERE) if words in title.bot_levels else (title.usual_bot, words)
    if level == RANDOM:
        return title.bot(RANDOM)
    found = title.bots if version == HERE else bots_in(key, unpacked(ROOT, version, key, kept))
    if level not in found:
        raise UnknownVersion(f"{version} has no bot {level}; there are {', '.join(found)}")
    return found[level]


def commit_of(root: Path, version: str) -> str:
    """Return the full name of a commit. Raises UnknownVersion if there is no such commit."""
    asked = ["git", "-C", str(root), "rev-parse", "--verify", "--quiet", f"{version}^{{commit}}"]
    found = subprocess.run(asked, capture_output=True, text=True, check=False)
    if found.returncode:
        raise UnknownVersion(f"{version} is no commit; a bot is a level, a commit, {HERE}, or LEVEL@VERSION")
    return found.stdout.strip()


def unpacked(root: Path, version: str, key: str, kept: Path) -> Path:
    """Return a folder with the modules of the title's bot as they are in a commit.

    `version` names the commit; the folder is below `kept`. Raises UnknownVersion if the commit has no such modules.
    """
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
    """Return the bots of a title by level, from the package `bot` in a folder.

    Rules and forms are those of the working tree.

    Raises UnknownVersion if these bots need modules or names that the working tree no longer has.
    """
    with _replaced(key, folder):
        try:
            return dict(_load(import_module(f"games.titles.{key}.title"), key).bots)
        except (ImportError, AttributeError) as error:
            raise UnknownVersion(f"the bot in {folder} does not fit the rules here: {error}") from error


@contextmanager
def _replaced(key: str, folder: Path) -> Iterator[None]:
    """While the block runs, import the package `bot` of a title from a folder."""
    package, title = f"games.titles.{key}.bot", f"games.titles.{key}.title"
    parent = import_module(f"games.titles.{key}")
    import_module(title)
    usual = {name: module for name, module in sys.modules.items() if _is_part(name, package) or name == title}
    for name in usual:
        del sys.modules[name]
    replacement = ModuleType(package)
    replacement.__path__ = [str(folder)]
    sys.modules[package] = replacement
    if not (folder / "levels.py").is_file():
        sys.modules[f"{package}.levels"] = _one_level(package, folder)
    try:
        yield
    finally:
        for name in [name for name in sys.modules if _is_part(name, package) or name == title]:
            del sys.modules[name]
        sys.modules.update(usual)
        vars(parent).update(bot=usual[package], title=usual[title])


def _one_level(package: str, folder: Path) -> ModuleType:
    """Return a module `levels` for a commit without one, whose only bot is the captain."""
    name = BEFORE_LEVELS if (folder / f"{BEFORE_LEVELS}.py").is_file() else CAPTAIN
    module = ModuleType(f"{package}.levels")

    def bots(box: Any) -> dict[str, Bot]:
        made = getattr(import_module(f"{package}.{name}"), name)(box)
        return {CAPTAIN: made if isinstance(made, Bot) else Bot(lambda *asked: Advice(made(*asked)))}

    vars(module)["bots"] = bots
    return module


def _is_part(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def _load(module: ModuleType, key: str) -> Title[Any]:
    folder = ROOT / "games" / "titles" / key / "data"
    files = {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}
    title: Title[Any] = module.load_title(files)
    return title
