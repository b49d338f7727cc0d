"""``manage.py fuzz TITLE``: play random games of a title and run all conformance checks on them."""

from argparse import ArgumentParser
from collections import Counter
from typing import Any

import msgspec
from django.core.management.base import CommandError

from games import registry
from games.kernel.conformance import CHECKS, check
from games.kernel.title import Title
from games.management.operator_command import OperatorCommand


class Command(OperatorCommand):
    """Run the conformance checks on random games with any number of seeds; stored games are not read or changed."""

    help = (
        "Play random games of a title through its forms alone and run the kernel's conformance checks on each: replay, "
        "legal defaults, conserved counters, no leak to another seat, an end. Exits with 1 if anything is found."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("title", help="key of the title, such as pirates")
        parser.add_argument("--games", type=int, default=5, help="games for each scenario (default 5)")
        parser.add_argument("--seed", type=int, default=0, help="seed of the first game; the next ones count on")
        parser.add_argument("--scenario", action="append", help="only this scenario; may be repeated")
        parser.add_argument("--options", default="{}", help="the title's options as JSON")
        parser.add_argument("--checks", default=",".join(CHECKS), help=f"comma-separated, of {', '.join(CHECKS)}")

    def run(self, **options: Any) -> None:
        title = registry.current_title(options["title"])
        chosen = _options(title, options["options"])
        checks = [name.strip() for name in options["checks"].split(",") if name.strip()]
        if unknown := sorted(set(checks) - set(CHECKS)):
            raise CommandError(f"There is no check {', '.join(unknown)}.")
        scenarios = options["scenario"] or list(title.scenarios)
        if strange := sorted(set(scenarios) - set(title.scenarios)):
            raise CommandError(f"There is no scenario {', '.join(strange)}; there are {', '.join(title.scenarios)}.")
        found = sum(self._play(title, scenario, chosen, options, checks) for scenario in scenarios)
        if found:
            raise CommandError(f"{found} findings. The seed of each repeats it.")

    def _play(self, title: Title[Any], scenario: str, chosen: Any, options: Any, checks: list[str]) -> int:
        first, found = options["seed"], 0
        counts: Counter[str] = Counter()
        for seed in range(first, first + options["games"]):
            report = check(title, scenario, chosen, [seed], checks)
            for finding in report.findings:
                self.stdout.write(self.style.ERROR(str(finding)))
            found += len(report.findings)
            counts.update(report.counts)
        told = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()) if name != "longest journal")
        self.stdout.write(f"{title.key}/{scenario}: {found} findings in {told}")
        return found


def _options(title: Title[Any], text: str) -> Any:
    try:
        return msgspec.json.decode(text, type=title.options.type)
    except msgspec.MsgspecError as error:
        raise CommandError(f"--options: {error}") from None
