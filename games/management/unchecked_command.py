"""The base of this project's own commands."""

from django.core.management.base import BaseCommand


class UncheckedCommand(BaseCommand):
    """A command that runs without Django's system checks.

    The checks import all pages, a third of the run time of a command that runs for each e-mail or in a script.
    `manage.py check` and `./run check` run them.
    """

    requires_system_checks = ()
