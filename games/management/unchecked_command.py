"""The base class of this project's own management commands."""

from django.core.management.base import BaseCommand


class UncheckedCommand(BaseCommand):
    """A command that runs without Django's system checks.

    The checks would import all pages: a third of a short command's run time. Run them with `manage.py check` or
    `./run check`.
    """

    requires_system_checks = ()
