"""``manage.py create_player NAME EMAIL [--token]``: create a player from the command line."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from games.kernel.errors import GameError
from games.management.unchecked_command import UncheckedCommand
from games.services.invitations import do_send_welcome
from games.services.players import do_create_player, do_create_unlimited_token


class Command(UncheckedCommand):
    """Create a player; with ``--token``, print an API token as the last line."""

    help = (
        "Create a player, and mail a link by which they come in and set a password (with --link: print it). "
        "With --token, print a token for scripts that does not expire by itself."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name")
        parser.add_argument("email")
        parser.add_argument("--token", action="store_true", help="print a token for scripts; it is shown only now")
        parser.add_argument("--language", default="en", choices=[code for code, _ in settings.LANGUAGES])
        parser.add_argument("--time-zone", default="UTC", help="IANA name, such as Asia/Tokyo")
        parser.add_argument("--password", default=None, help="without one, a link lets the player in")
        parser.add_argument(
            "--link", action="store_true", help="print the link by which the player comes in, instead of mailing it"
        )
        parser.add_argument("--staff", action="store_true", help="may use the admin, and do everything there")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            player = do_create_player(
                name=options["name"],
                email=options["email"],
                language=options["language"],
                time_zone=options["time_zone"],
                password=options["password"],
                staff=options["staff"],
            )
        except GameError as error:
            raise CommandError(
                "; ".join(f"{problem.pointer[1:]}: {problem.message.en}" for problem in error.problems)
            ) from None
        self.stderr.write(f"Player {player.username} created.")
        if options["link"]:
            self.stdout.write(do_send_welcome(player=player, sends_email=False))
        elif options["password"] is None and not options["token"]:
            do_send_welcome(player=player)
            self.stderr.write(f"An e-mail with a link to log in is on its way to {player.email}.")
        if options["token"]:
            self.stdout.write(do_create_unlimited_token(player=player))
