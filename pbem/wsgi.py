"""The WSGI application, for a server such as gunicorn."""

import gc
import os
import sys

from django.conf import settings
from django.core.signals import request_started
from django.core.wsgi import get_wsgi_application

SWITCH_SECONDS = 0.0005
"""Seconds after which a computing thread, such as a preview, lets another thread run. A short request releases the
interpreter at every query, and may wait that long each time.
"""

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")

gc.disable()  # what is imported stays: to look for garbage among it takes a fifth of the start, and nothing is found

_unprefixed = get_wsgi_application()

from api.openapi_document import get_document  # noqa: E402  # needs the applications
from pbem.previews.processes import start_processes  # noqa: E402
from pbem.url_prefix import serve_below  # noqa: E402

application = serve_below(settings.FORCE_SCRIPT_NAME or "", _unprefixed)

request_started.connect(start_processes, dispatch_uid="previews")
sys.setswitchinterval(SWITCH_SECONDS)
get_document()  # built before the first request, so that no request waits for it
gc.freeze()  # nor does any request wait for a look through all of that
gc.enable()
