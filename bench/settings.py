"""The server's settings for benchmarks: they add the URLs of the bare views, and allow any number of writes."""

from pbem.settings import *  # noqa: F403
from pbem.settings import REST_FRAMEWORK

ROOT_URLCONF = "bench.urls"
ALLOWED_HOSTS = ["127.0.0.1"]
REST_FRAMEWORK = {**REST_FRAMEWORK, "DEFAULT_THROTTLE_CLASSES": [], "DEFAULT_THROTTLE_RATES": {}}
