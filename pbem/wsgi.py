"""The door for a WSGI server such as gunicorn."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")

application = get_wsgi_application()

from api.document import document  # noqa: E402  # needs the applications

document()  # made before the first request, so that no request waits for it
