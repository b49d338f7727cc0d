"""The base of this project's own commands."""

from django.core.management.base import BaseCommand


class UncheckedCommand(BaseCommand):
    """A command without Django's system checks: they import all pages, which takes a third of the run time of a command
    that is called for each e-mail or in a script. `manage.py check` runs them, and so does `./run check`.
    """

    requires_system_checks = ()
