"""``manage.py check_mail``: whether letters can go out and orders come in, as far as can be seen from here."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from worker.mail.checking import BAD, receiving, records, resolver, sending


class Command(BaseCommand):
    """Look at the mail server, the ways in and the records of our domains; a line for each. Changes nothing."""

    help = "Whether mail goes out and comes in: server, ways in, SPF, DKIM, DMARC, MX. Ends with 1 if anything fails."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--to", default="", help="send a letter to this address")
        parser.add_argument("--selector", default="", help="the DKIM selector that the mail server signs with")

    def handle(self, *args: Any, **options: Any) -> None:
        found = [*sending(options["to"]), *receiving(), *records(resolver(), options["selector"])]
        for one in found:
            self.stdout.write(f"{one.state:8}  {one.what}: {one.words}")
        if any(one.state == BAD for one in found):
            sys.exit(1)
