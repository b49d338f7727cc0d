"""A process that sends e-mail: it loads all modules, waits for a line of input, and sends the outbox.

Run it as `python -m bench.sender`.
"""

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
django.setup()

from games.models import OutgoingMail  # noqa: E402  # models can be read only now
from worker.mail.outbound.delivery import send_due_mail  # noqa: E402

if __name__ == "__main__":
    OutgoingMail.objects.count()
    print("ready", flush=True)
    sys.stdin.readline()
    while send_due_mail(budget=300).sent:
        pass
