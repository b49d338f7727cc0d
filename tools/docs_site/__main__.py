"""Build the documentation site. ``--check`` builds it in a temporary folder; ``--serve`` shows it on this machine."""

import argparse
import functools
import importlib.util
import re
import subprocess
import sys
import tempfile
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tools.launch import ROOT
from tools.launch.checks import SKIPPED

SITE = ROOT / "site"
CACHE = ROOT / ".cache" / "docs"
SETTINGS = ROOT / "tools" / "docs_site"
NEEDED = ("sphinx", "furo", "myst_parser")
_REMOTE = re.compile(
    r"""<(?:script|img|iframe|link rel="(?:stylesheet|preload|preconnect)")[^>]*?(?:src|href)="(?:https?:)?//[^"]*"""
    r"""|@import\s+[^;]*//[^;]*|url\(["']?(?:https?:)?//[^)]*"""
)


def main(words: list[str]) -> int:
    """Build the site; return 0 if there was no warning, else 1."""
    parser = argparse.ArgumentParser(prog="./run docs", description="Build the documentation site in site/.")
    parser.add_argument("--check", action="store_true", help="build it in a temporary folder and report the problems")
    parser.add_argument("--serve", action="store_true", help="then show it on this machine")
    parser.add_argument("--port", type=int, default=8001, help="the port of --serve (default %(default)s)")
    asked = parser.parse_args(words)
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        print(f"{SKIPPED}{', '.join(missing)} not installed; run ./run setup --dev")
        return 0 if asked.check else 1
    if asked.check:
        with tempfile.TemporaryDirectory(prefix="so-docs-") as folder:
            return build(Path(folder) / "site", Path(folder) / "cache")
    code = build(SITE, CACHE)
    if code == 0:
        print(f"Open {SITE / 'index.html'}")
    return code or (serve(asked.port) if asked.serve else 0)


def build(site: Path, cache: Path) -> int:
    """Write the site into the folder `site`; return 1 after a warning, such as a broken link, else 0.

    A page that loads something from another server is a warning, too. `cache` is the folder for Sphinx's parsed pages.
    """
    strict = ("--fail-on-warning", "--keep-going", "--quiet")
    folders = ("-c", str(SETTINGS), "-d", str(cache))
    command = [sys.executable, "-m", "sphinx", "-b", "html", *strict, *folders, str(ROOT), str(site)]
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    found = remote_resources(site)
    print("\n".join(found), end="\n" if found else "")
    return 1 if code or found else 0


def remote_resources(site: Path) -> list[str]:
    """Return each style, script, font or picture that a page loads from another server."""
    files = [path for path in sorted(site.rglob("*")) if path.suffix in (".html", ".css")]
    texts = {path.relative_to(site).as_posix(): path.read_text(encoding="utf-8") for path in files}
    return [f"{name}: {found}" for name, text in texts.items() for found in _REMOTE.findall(text)]


def serve(port: int) -> int:
    """Show the site until Ctrl-C."""
    handler = functools.partial(SimpleHTTPRequestHandler, directory=str(SITE))
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        print(f"http://127.0.0.1:{server.server_port}/ (Ctrl-C stops it)", flush=True)
        server.serve_forever()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
