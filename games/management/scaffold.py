"""A new title, small and working, on the plan of the house: what `manage.py new_title` writes."""

import re
from pathlib import Path
from string import Template

TEMPLATES = Path(__file__).parent / "new_title"
"""A title of three rules. `$key` is the title's key, `$name` what players call it."""

_KEY = re.compile(r"[a-z][a-z0-9]{1,30}")


class Unfit(ValueError):
    """No title can be made of this; says why in words for the operator."""


def write_title(root: Path, key: str, name: str) -> list[Path]:
    """Write the title and its tests below `root`, a checkout. Raises Unfit, and then nothing has been written."""
    if not _KEY.fullmatch(key):
        raise Unfit(f"{key!r} is no key: small letters and digits, beginning with a letter, two to thirty-one")
    if not name.isprintable() or '"' in name or "\\" in name:
        raise Unfit("the name is one line without quotation marks")
    homes = {"title": root / "games" / "titles" / key, "tests": root / "tests" / "titles" / key}
    for home in homes.values():
        if home.exists():
            raise Unfit(f"{home.relative_to(root)} is there already")
    written = []
    for template in sorted(path for path in TEMPLATES.rglob("*.txt")):
        part, *inside = template.relative_to(TEMPLATES).with_suffix("").parts
        path = homes[part].joinpath(*inside)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(Template(template.read_text("utf-8")).substitute(key=key, name=name), "utf-8")
        written.append(path)
    return written
