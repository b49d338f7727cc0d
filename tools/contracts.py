"""An import-linter contract of our own: pure packages import little, and that little is listed.

A "forbidden" contract lists what may not be imported and forgets the next library. This one turns it round:
outside the project only the standard library and the `allowed` packages may be imported, and of the standard
library nothing that reads a clock, draws chance, touches the system, or waits.
"""

import sys
from typing import Any

import grimp
from importlinter import Contract, ContractCheck, fields, output

#: Top-level modules of the standard library by which the outside world would get in.
# fmt: off
IMPURE = frozenset({
    "asyncio", "concurrent", "ctypes", "datetime", "ftplib", "getpass", "glob", "http", "imaplib", "io", "locale",
    "logging", "mmap", "multiprocessing", "os", "pathlib", "pickle", "platform", "poplib", "queue", "random",
    "resource", "sched", "secrets", "select", "selectors", "shelve", "shutil", "signal", "smtplib", "socket",
    "socketserver", "sqlite3", "ssl", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid",
    "webbrowser", "xmlrpc", "zoneinfo",
})
# fmt: on


def is_pure(module: str, allowed: frozenset[str]) -> bool:
    """Whether a pure package may import this module from outside the project."""
    top = module.split(".")[0]
    return top in allowed or (top in sys.stdlib_module_names and top not in IMPURE)


class PureContract(Contract):
    """`packages` and everything below them import each other and pure modules, nothing else of the project."""

    packages: Any = fields.ListField(subfield=fields.StringField())
    allowed: Any = fields.ListField(subfield=fields.StringField())

    def check(self, graph: grimp.ImportGraph, verbose: bool) -> ContractCheck:
        """Compare every import that leaves these packages with the list."""
        allowed = frozenset(self.allowed)
        own = {package: f"{package}." for package in self.packages}
        wrong: list[grimp.DetailedImport] = []
        for package in self.packages:
            for module in sorted({package} | graph.find_descendants(package)):
                for imported in sorted(graph.find_modules_directly_imported_by(module)):
                    if imported in own or imported.startswith(tuple(own.values())) or is_pure(imported, allowed):
                        continue
                    wrong += graph.get_import_details(importer=module, imported=imported)
        return ContractCheck(kept=not wrong, metadata={"wrong": wrong})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """One line for every import that should not be there."""
        for detail in check.metadata["wrong"]:
            output.print_error(f"{detail['importer']} line {detail['line_number']}: {detail['line_contents']}")
