"""A language is a folder of catalogues: nothing in Python names it."""

import os
import subprocess
import sys
from pathlib import Path

from tools import po

ROOT = Path(__file__).resolve().parents[2]
PO = """msgid ""
msgstr ""
"Language: nl\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Submit orders"
msgstr "Orders indienen"

msgid "Red"
msgstr "Rood"

msgctxt "赤い"
msgid "Red"
msgstr "Rode"

msgid "{ship} is sunk."
msgstr "{ship} is gezonken."

msgid "{count} card"
msgid_plural "{count} cards"
msgstr[0] "{count} kaart"
msgstr[1] "{count} kaarten"

msgid "Not yet"
msgstr ""
"""
SCRIPT = """
import django, msgspec
django.setup()
from django.conf import settings
from django.test import Client
from django.utils import translation
from api.request_language import Language
from games import registry
from games.kernel.text import LANGUAGES, Text
from games.models import Player
from games.toolkit.sentences import Sentences
from pbem.web.pages.views.settings import SettingsForm

assert LANGUAGES == ("en", "ja", "de", "nl"), LANGUAGES
assert ("nl", "Nederlands") in settings.LANGUAGES
red = Text("Red", "\u8d64")
assert red.get("nl") == "Rood" and Text("Red", "\u8d64\u3044").get("nl") == "Rode"
assert msgspec.json.decode(msgspec.json.encode(red)) == {"en": "Red", "ja": "\u8d64", "de": "Rot", "nl": "Rood"}
sunk = Text("{ship} is sunk.", "{ship}\u306f\u6c88\u6ca1\u3057\u305f\u3002").format(ship=red)
assert [sunk.get(one) for one in ("en", "nl")] == ["Red is sunk.", "Rood is gezonken."]
assert sunk.ja == "\u8d64\u306f\u6c88\u6ca1\u3057\u305f\u3002"
assert sunk.get("de") == "Red is sunk.", "English as a whole"
counted = [Text.counted(count, "{count} card", "{count} cards", "{count}\u679a") for count in (1, 2)]
cards = [one.get("nl") for one in counted]
assert cards == ["1 kaart", "2 kaarten"]
assert Text("Not yet", "\u307e\u3060").get("nl") == "Not yet"
title = registry.current_title("pirates")
assert title.presentation.labels("red").get("nl") == "Rood"
assert title.scenarios["two_players"].name.get("nl") == "Two players"
assert msgspec.convert("nl", Language) == "nl"
assert "nl" in dict(Player._meta.get_field("language").flatchoices)
with translation.override("nl"):
    assert translation.gettext("Submit orders") == "Orders indienen"
    assert translation.gettext("Save draft") == "Save draft"
page = Client().get("/password/forgotten/", headers={"Accept-Language": "nl-BE,nl;q=0.9"})
assert page.headers["Content-Language"] == "nl", page.headers
print("all Dutch")
"""


def run(script: str, tmp_path: Path) -> str:
    variables = {
        **os.environ,
        "PBEM_LOCALE_DIR": str(tmp_path),
        "PBEM_DATA_DIR": str(tmp_path / "data"),
        "DJANGO_SETTINGS_MODULE": "pbem.settings",
        "PYTHONPATH": str(ROOT),
    }
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=variables,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_folder_of_catalogues_is_a_language(tmp_path: Path) -> None:
    folder = tmp_path / "nl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.mo").write_bytes(po.compile_po(PO))
    assert run(SCRIPT, tmp_path) == "all Dutch\n"


def test_a_region_is_a_language_of_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "pt_BR" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.mo").write_bytes(po.compile_po(PO.replace("Rood", "Vermelho")))
    script = """
import msgspec
from games.kernel.catalogues import supported
from games.kernel.text import Text
assert msgspec.json.decode(msgspec.json.encode(Text("Red", "r")))["pt-br"] == "Vermelho"
assert Text("Red", "r").get("pt-br") == "Vermelho"
assert supported("PT-BR") == "pt-br" and supported("de-at") == "de" and supported("xx") == "en"
"""
    run(script, tmp_path)
