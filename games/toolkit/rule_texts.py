"""Reads `rule_texts.tsv`: the rules of a title in our own words."""

from collections.abc import Mapping

from games.kernel.rule_texts import RuleText, rule_order
from games.kernel.text import Text
from games.toolkit.tables import Row, read_table

FILE = "rule_texts.tsv"
COLUMNS = ("rule", "name", "name_ja", "en", "ja", "see")


def read_rule_texts(files: Mapping[str, bytes]) -> dict[str, RuleText]:
    """Return the rules by number, in the order of the rulebook, from the file ``rule_texts.tsv``; {} without that file.

    `files` are the contents of a pack's files by name; old packs lack this one. The column ``see`` lists related rules,
    separated by commas. Raises ComponentError for invalid data.
    """
    if FILE not in files:
        return {}
    found: dict[str, RuleText] = {}
    for row in read_table(FILE, files[FILE], COLUMNS, Row):
        rule = row.text("rule")
        if rule in found:
            row.fail("rule", f"{rule!r} stands twice")
        name, text = Text(row.text("name"), row.text("name_ja")), Text(row.text("en"), row.text("ja"))
        found[rule] = RuleText(rule, name, text, tuple(filter(None, row.optional("see").split(", "))))
    return {rule: found[rule] for rule in sorted(found, key=rule_order)}


def without_rule_texts(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files of a pack without ``rule_texts.tsv``: the component data.

    `files` and the result are contents by file name.
    """
    return {name: content for name, content in files.items() if name != FILE}
