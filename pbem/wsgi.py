"""The door for a WSGI server such as gunicorn."""

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")

gc.disable()  # what is imported stays: to look for garbage among it takes a fifth of the start, and nothing is found

application = get_wsgi_application()

from api.document import document  # noqa: E402  # needs the applications

document()  # made before the first request, so that no request waits for it
gc.freeze()  # nor does any request wait for a look through all of that
gc.enable()
