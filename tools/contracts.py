"""A contract for import-linter: pure packages import only modules that the contract allows.

A "forbidden" contract must list every library that may not be imported. This contract lists what is allowed: the
`allowed` packages, and the standard library without modules that read a clock, draw random numbers, use the system, or
wait.
"""

import sys
from typing import Any

import grimp
from importlinter import Contract, ContractCheck, fields, output

# fmt: off
IMPURE = frozenset({
    "asyncio", "concurrent", "ctypes", "datetime", "ftplib", "getpass", "glob", "http", "imaplib", "io", "locale",
    "logging", "mmap", "multiprocessing", "os", "pathlib", "pickle", "platform", "poplib", "queue", "random",
    "resource", "sched", "secrets", "select", "selectors", "shelve", "shutil", "signal", "smtplib", "socket",
    "socketserver", "sqlite3", "ssl", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid",
    "webbrowser", "xmlrpc", "zoneinfo",
})
# fmt: on
"""Top-level modules of the standard library that a pure package may not import."""


def is_pure(module: str, allowed: frozenset[str]) -> bool:
    """Return True if a pure package may import this external module; `allowed` are the allowed packages."""
    top = module.split(".")[0]
    return top in allowed or (top in sys.stdlib_module_names and top not in IMPURE)


class PureContract(Contract):
    """The contract: `packages` and their subpackages import only each other, `allowed` packages and pure modules."""

    packages: Any = fields.ListField(subfield=fields.StringField())
    allowed: Any = fields.ListField(subfield=fields.StringField())

    def check(self, graph: grimp.ImportGraph, verbose: bool) -> ContractCheck:
        """Compare every import that leaves these packages with the allowed ones."""
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
        """Print a line for every forbidden import."""
        for detail in check.metadata["wrong"]:
            output.print_error(f"{detail['importer']} line {detail['line_number']}: {detail['line_contents']}")
