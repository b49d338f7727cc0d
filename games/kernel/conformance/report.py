"""What a conformance run found."""

from collections import Counter

from msgspec import Struct, field


class Finding(Struct, frozen=True):
    """One breach of the kernel's contract: which check, in which play (its seed repeats it), where, and what."""

    check: str
    title: str
    scenario: str
    seed: int
    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.check}: {self.title}/{self.scenario}, seed {self.seed}, {self.where}: {self.what}"


def mishap(error: BaseException) -> str:
    """An exception in one line, with the place where it arose; of a name that is not found, what to write there."""
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
    """All findings over all seeds, and how much was looked at: `counts` by name."""

    title: str
    scenario: str
    findings: list[Finding] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    def checks(self) -> set[str]:
        """The names of the checks that found something."""
        return {finding.check for finding in self.findings}

    def require(self) -> None:
        """Raise NotConformant if anything was found."""
        if self.findings:
            raise NotConformant(self.findings)
