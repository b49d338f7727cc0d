"""``manage.py rules TITLE``: every rule of a title with its code and its tests, and what is missing.

``manage.py rules TITLE 5.4`` shows one rule: its ledger line, every function that applies it and every test.
"""

import tomllib
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandError

from games.management.one_rule import OneRule, UnknownRule, find_rule
from games.management.rule_coverage import ROOT, RuleCoverage, find_unknown_marks, measure_coverage
from games.management.unchecked_command import UncheckedCommand


def declared_tags(key: str) -> set[str] | None:
    """Return the tags of the rules for which `pyproject.toml` declares the title complete; None without a declaration.

    A tag names a part of the rules (`games.management.rule_coverage`).
    """
    with (ROOT / "pyproject.toml").open("rb") as file:
        titles = tomllib.load(file).get("tool", {}).get("sealed-orders", {}).get("complete-titles", {})
    if key not in titles:
        return None
    words = " ".join(titles[key]).replace("--tags=", "--tags ").split()
    return set(words[words.index("--tags") + 1].split(",")) if "--tags" in words else None


class Command(UncheckedCommand):
    """Print the rules of a title with their code and tests, and report rules without either; or print one rule."""

    help = (
        "List every rule of a title: its number, where it applies, the code that names it and the tests marked with "
        "it. Exits with 1 if a rule has no code or no test, or if a test is marked with a rule that does not exist. "
        "With --tags only rules with these tags must be complete; the others are listed, and their gaps are reported "
        "apart. Without --tags, those that pyproject.toml declares for the title count; if it declares none, all do. "
        "With the number of a rule, show that rule alone: its ledger line, its code and its tests."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("title", help="key of the title, such as pirates")
        parser.add_argument("rule", nargs="?", help="number of one rule, such as 5.4.1; without it all rules")
        parser.add_argument("--tags", help="comma-separated tags that must be complete, such as cards,dice,setup")
        parser.add_argument("--gaps", action="store_true", help="list only rules in which something is missing")

    def handle(self, *args: Any, **options: Any) -> None:
        key = options["title"]
        if options["rule"]:
            self._show_one(key, options["rule"])
            return
        try:
            rows, strangers = measure_coverage(key), find_unknown_marks(key)
        except FileNotFoundError:
            raise CommandError(f"There is no ledger for {key!r}.") from None
        except ValueError as error:
            raise CommandError(str(error)) from None
        tags = self._tags(options["tags"], key, rows)
        self._list(rows, tags, only_gaps=options["gaps"])
        counted = [row for row in rows if row.rule.tag in tags]
        gaps = [row for row in counted if row.missing]
        beyond = [row for row in rows if row.rule.tag not in tags and row.missing]
        self.stdout.write("")
        self.stdout.write(
            f"{key}: {len(counted) - len(gaps)} of {len(counted)} rules complete in {', '.join(sorted(tags))}"
        )
        if beyond:
            names = ", ".join(sorted({row.rule.tag for row in beyond}))
            self.stdout.write(f"{key}: {len(beyond)} rules still open beyond these, in {names}")
        for stranger in strangers:
            self.stdout.write(self.style.ERROR(f"no such rule: {stranger}"))
        wrong = [f"gaps: {', '.join(row.rule.id for row in gaps)}"] if gaps else []
        if strangers:
            wrong.append("unknown rules")
        if wrong:
            raise CommandError("; ".join(wrong))

    def _show_one(self, key: str, id_: str) -> None:
        """Print the rule with the number `id_`. Raises CommandError for an unknown title or rule."""
        try:
            found = find_rule(key, id_)
        except FileNotFoundError:
            raise CommandError(f"There is no ledger for {key!r}.") from None
        except UnknownRule as error:
            nearest = ", ".join(error.nearest)
            raise CommandError(f"{key} has no rule {id_!r}. The nearest rules: {nearest}.") from None
        except ValueError as error:
            raise CommandError(str(error)) from None
        for row in _table(found):
            self.stdout.write(row)

    def _tags(self, given: str | None, key: str, rows: list[RuleCoverage]) -> set[str]:
        """Return the tags whose rules must all have code and tests: those `given`, else those declared, else all."""
        known = {row.rule.tag for row in rows}
        if given is None:
            return declared_tags(key) or known
        wanted = {tag.strip() for tag in given.split(",") if tag.strip()}
        if strange := sorted(wanted - known):
            raise CommandError(f"No rule has the tag {', '.join(strange)}; there are {', '.join(sorted(known))}.")
        return wanted

    def _list(self, rows: list[RuleCoverage], tags: set[str], *, only_gaps: bool) -> None:
        width = max(len(row.rule.id) for row in rows)
        for row in rows:
            if only_gaps and not row.missing:
                continue
            missing = "".join(f"  NO {name.upper()}" for name in row.missing)
            mark = "ok " if not row.missing else "GAP" if row.rule.tag in tags else "-  "
            self.stdout.write(f"{mark} {row.rule.id:<{width}}  {row.rule.tag:<8} {row.rule.what[:70]}{missing}")
            if row.code:
                self.stdout.write(f"      code  {_few(row.code)}")
            if row.tests:
                self.stdout.write(f"      tests {_few(row.tests)}")


def _few(places: tuple[str, ...], most: int = 3) -> str:
    more = len(places) - most
    return ", ".join(places[:most]) + (f" and {more} more" if more > 0 else "")


def _table(found: OneRule) -> Iterator[str]:
    """Yield the lines of a table about one rule: kind of line, place (file and line), and function or text."""
    rule = found.rule
    rows = [("rule", rule.id, f"[{rule.tag}] {rule.what}")]
    rows += [("code" if place.begins else "named", str(place), place.name or "(module)") for place in found.code]
    tests = (test.partition("::") for test in found.tests)
    rows += [("test", path, name) for path, _, name in tests]
    rows += [(kind, "none", "") for kind, has in (("code", found.code), ("test", found.tests)) if not has]
    width = max(len(place) for _, place, _ in rows)
    for kind, place, text in rows:
        yield f"{kind:<5}  {place:<{width}}  {text}".rstrip()
