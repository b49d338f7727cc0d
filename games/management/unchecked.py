"""What the house's own commands have in common."""

from django.core.management.base import BaseCommand


class UncheckedCommand(BaseCommand):
    """A command before which Django does not check itself: for that it would import all pages, which takes a third of
    the time of a command that is given letter by letter, or in a script. `manage.py check` does, and `./run check`.
    """

    requires_system_checks = ()
