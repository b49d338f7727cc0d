"""Check that linters and client generators accept the served OpenAPI document.

The rules in Python and `openapi-python-client` always run. Redocly CLI and Spectral, which need Node.js, run if they
are installed (``npm install --global @redocly/cli @stoplight/spectral-cli``); nothing is downloaded.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import django

from tools import openapi_rules
from tools.launch import ROOT
from tools.launch.checks import SKIPPED

UNSUPPORTED = ("content type text/plain", "content_type image/png", "content_type image/svg+xml")
"""Warnings of `openapi-python-client` about features that it does not support: responses as text, and pictures."""
SETTINGS = ROOT / "tools" / "openapi"
LINTERS = {
    "redocly": ("lint", "{document}", "--config", str(SETTINGS / "redocly.yaml"), "--max-problems", "20"),
    "spectral": ("lint", "{document}", "--ruleset", str(SETTINGS / "spectral.yaml"), "--fail-severity", "warn"),
}


def main() -> int:
    """Print all findings; return 1 if there are any."""
    document = _document()
    with tempfile.TemporaryDirectory(prefix="so-openapi-") as folder:
        path = Path(folder) / "openapi.json"
        path.write_bytes(document)
        found = [*openapi_rules.findings(json.loads(document)), *generator_findings(path), *linter_findings(path)]
    print("\n".join(found))
    return 1 if found else 0


def generate_client(document: Path, package: Path) -> subprocess.CompletedProcess[str]:
    """Generate an unformatted client for the document as a Python package in the folder `package`."""
    settings = document.with_name("generator.json")
    settings.write_text('{"post_hooks": []}')
    generator = Path(sys.executable).with_name("openapi-python-client")
    words = ("--path", document, "--output-path", package, "--meta", "none", "--config", settings)
    return subprocess.run([generator, "generate", *words], capture_output=True, text=True, check=False)


def generator_findings(document: Path) -> Iterator[str]:
    """Yield the errors of `openapi-python-client`, and its warnings except those about unsupported features."""
    done = generate_client(document, document.with_name("client"))
    output = done.stdout + done.stderr
    if done.returncode:
        yield output
    for warning in output.split("WARNING ")[1:]:
        if not any(words in warning for words in UNSUPPORTED):
            yield f"openapi-python-client: {warning}"


def linter_findings(document: Path) -> Iterator[str]:
    """Yield the findings of the installed linters; print which linters are missing."""
    silent = os.environ | {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    for name, words in LINTERS.items():
        program = shutil.which(name)
        if program is None:
            print(f"{SKIPPED}{name} is not installed")
            continue
        command = [program, *(word.format(document=document) for word in words)]
        done = subprocess.run(command, capture_output=True, text=True, env=silent, check=False)
        if done.returncode:
            yield f"{name}: {done.stdout}{done.stderr}"


def _document() -> bytes:
    """Return the OpenAPI document as the server sends it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
    django.setup()
    from api.openapi_document import get_document

    return get_document().plain


if __name__ == "__main__":
    sys.exit(main())
