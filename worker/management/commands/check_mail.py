"""``manage.py check_mail``: check whether e-mails can be sent and received, as far as this server can see."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from worker.mail.outbound.self_check import BAD, check_dns_records, check_receiving, check_sending, make_dns_lookup


class Command(BaseCommand):
    """Check mail server, inputs for e-mail and DNS records; print a line for each check. Changes nothing."""

    help = "Whether mail goes out and comes in: server, ways in, SPF, DKIM, DMARC, MX. Ends with 1 if anything fails."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--to", default="", help="send an e-mail to this address")
        parser.add_argument("--selector", default="", help="the DKIM selector that the mail server signs with")

    def handle(self, *args: Any, **options: Any) -> None:
        found = [
            *check_sending(options["to"]),
            *check_receiving(),
            *check_dns_records(make_dns_lookup(), options["selector"]),
        ]
        for one in found:
            self.stdout.write(f"{one.state:8}  {one.subject}: {one.detail}")
        if any(one.state == BAD for one in found):
            sys.exit(1)
