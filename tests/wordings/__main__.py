"""Show what a text gives now: `python -m tests.wordings TITLE POSITION [LANGUAGE] < texts`.

A text a line, its own line breaks written `\\n`. Without a position it lists those of the title with an example of
an answer. Judge what it prints by what the text means; a table says what is right, not what the program does.
"""

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
django.setup()

from tests.wordings.positions import POSITIONS, question  # noqa: E402
from tests.wordings.reading import given  # noqa: E402


def main(title: str, position: str = "", language: str = "en") -> None:
    """Print the lines of a table for the texts of the standard input, or the positions of a title."""
    if not position:
        for name in POSITIONS[title]:
            form, _ = question(title, name)
            print(name, form.render(form.example()).replace("\n", "\\n"), sep="\t")
        return
    for line in sys.stdin.read().splitlines():
        found = given(title, position, line.replace("\\n", "\n"), language)
        print(position, line, "\\n".join(found.lines), sep="\t")


main(*sys.argv[1:])
