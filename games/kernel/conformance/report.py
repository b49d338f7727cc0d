"""The findings of a conformance run."""

from collections import Counter

from msgspec import Struct, field


class Finding(Struct, frozen=True):
    """One breach of the kernel's contract: the check, the position in the play (`where`), and the fault (`what`).

    The play can be repeated from the title, scenario and seed.
    """

    check: str
    title: str
    scenario: str
    seed: int
    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.check}: {self.title}/{self.scenario}, seed {self.seed}, {self.where}: {self.what}"


def failure_text(error: BaseException) -> str:
    """Return an exception as one line, with its place in the source.

    For an unknown name, the line says what to declare and where.
    """
    trace, place = error.__traceback__, ""
    while trace is not None:
        code = trace.tb_frame.f_code
        place = f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno} in {code.co_name}"
        trace = trace.tb_next
    if isinstance(error, KeyError):
        return f"nothing is written for {error} where {place} looks it up: write it there"
    return f"{type(error).__name__}: {error} ({place})"


class NotConformant(Exception):
    """A title breaks the kernel's contract; the message lists every finding."""

    def __init__(self, findings: "list[Finding]") -> None:
        self.findings = findings
        super().__init__("\n".join(map(str, findings)))


class Report(Struct):
    """The findings for all seeds of a scenario."""

    title: str
    scenario: str
    findings: list[Finding] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    """How many things the checks have tried, by kind, such as "redeals"."""

    @property
    def is_ok(self) -> bool:
        """True if there are no findings."""
        return not self.findings

    def failed_checks(self) -> set[str]:
        """Return the names of the checks with findings."""
        return {finding.check for finding in self.findings}

    def raise_findings(self) -> None:
        """Raise NotConformant if there are findings."""
        if self.findings:
            raise NotConformant(self.findings)
