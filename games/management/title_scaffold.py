"""Write the files of a small working title for `manage.py new_title`, and register the title."""

import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from string import Template

from games.registry import pack_of_folder

TEMPLATES = Path(__file__).parent / "new_title"
"""The folder with the templates of a small title, in which `$key`, `$name` and `$japanese` are replaced."""

_KEY = re.compile(r"[a-z][a-z0-9]{1,30}")
_TITLES = re.compile(r'(TITLES: tuple\[str, \.\.\.\] = \(\s*(?:"\w+",\s*)*"\w+")(,?\s*\))')
_COMPLETE = re.compile(r"(\[tool\.sealed-orders\.complete-titles\]\n(?:\w+ = \[.*\]\n)*)")
_PLAN = re.compile(r'(name = "Every title is built on the same plan"\n(?:[^\[\n].*\n)*?containers = \[[^\]]*)(\])')
_CHAPTERS = re.compile(
    r'(containers = \["games\.titles\.\w+\.rules"\]\nexhaustive = true\n)(?!.*games\.titles\.\w+\.rules"\])', re.DOTALL
)

CHAPTERS = """
[[tool.importlinter.contracts]]
name = "$name: the chapters of the rulebook"
type = "layers"
layers = ["sequence", "turn"]
containers = ["games.titles.$key.rules"]
exhaustive = true
"""


class InvalidTitleKey(ValueError):
    """A title with this key cannot be written; the message says why, for the operator."""


def write_title(root: Path, key: str, name: str, japanese: str) -> list[Path]:
    """Write a title and its tests into the checkout at `root`, and register the title.

    Returns the files written or changed. `key` is the title's key, such as ``goeben``; `name` and `japanese` are its
    names in English and Japanese. Raises InvalidTitleKey before anything is written.
    """
    _check_words(key, name, japanese)
    words = {"key": key, "name": name, "japanese": japanese}
    homes = {"title": root / "games" / "titles" / key, "tests": root / "tests" / "titles" / key}
    for home in homes.values():
        if home.exists():
            raise InvalidTitleKey(f"{home.relative_to(root)} exists already")
    files = {**_registered(root, words), **_filled_in(homes, words)}
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return [*files, _keep_pack(root, key)]


def _check_words(key: str, name: str, japanese: str) -> None:
    if not _KEY.fullmatch(key):
        raise InvalidTitleKey(
            f"{key!r} is no key: small letters and digits, beginning with a letter, two to thirty-one"
        )
    for one in (name, japanese):
        if not one.isprintable() or '"' in one or "\\" in one or "$" in one:
            raise InvalidTitleKey("a name is one line without quotation marks, backslashes and dollar signs")


def _filled_in(homes: Mapping[str, Path], words: Mapping[str, str]) -> dict[Path, str]:
    """Return the contents of the title's files and of its tests, by path, from the templates.

    `homes` are the target folders of the templates' folders, `words` the values to fill in.
    """
    found = {}
    for template in sorted(TEMPLATES.rglob("*.txt")):
        part, *inside = template.relative_to(TEMPLATES).with_suffix("").parts
        found[homes[part].joinpath(*inside)] = Template(template.read_text("utf-8")).substitute(words)
    return found


def _registered(root: Path, words: Mapping[str, str]) -> dict[Path, str]:
    """Return the new contents of the files that list all titles, with the new title added."""
    key, chapters = words["key"], Template(CHAPTERS).substitute(words)
    registry, project = root / "games" / "registry.py", root / "pyproject.toml"
    return {
        registry: _edited(registry, (_TITLES, lambda found: f'{found[1]}, "{key}"{found[2]}')),
        project: _edited(
            project,
            (_COMPLETE, lambda found: f'{found[1]}{key} = ["--gaps"]\n'),
            (_PLAN, lambda found: f'{found[1]}, "games.titles.{key}"{found[2]}'),
            (_CHAPTERS, lambda found: found[1] + chapters),
        ),
    }


def _edited(path: Path, *edits: tuple[re.Pattern[str], Callable[[re.Match[str]], str]]) -> str:
    """Return the text of a file after the edits (a pattern and its replacement each).

    Raises InvalidTitleKey if the file is missing or a pattern does not match.
    """
    if not path.is_file():
        raise InvalidTitleKey(f"{path.parent} is no checkout: {path.name} is missing")
    text = path.read_text("utf-8")
    for pattern, change in edits:
        text, count = pattern.subn(change, text, count=1)
        if not count:
            raise InvalidTitleKey(f"{path.name} does not list the titles where this command looks: {pattern.pattern}")
    return text


def _keep_pack(root: Path, key: str) -> Path:
    """Store the component data of the title as a test file of this release, as `tools.keep_packs` does."""
    release = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    path = root / "tests" / "packs" / release / f"{key}.pack"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pack_of_folder(key, root / "games" / "titles" / key / "data").content)
    return path
