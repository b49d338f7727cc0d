"""The access log of the web server, for gunicorn's ``--logger-class``."""

from typing import Any

from gunicorn.glogging import Logger

from pbem.log_redaction import QUERY, RedactUrls, redact_path, redact_urls

_redact = RedactUrls()


class RouteLogger(Logger):
    """Logs the routes of requests instead of their URLs, in the access log and in errors.

    The log format (``--access-logformat``) cannot name headers and environment variables: several contain URLs.
    """

    def setup(self, cfg: Any) -> None:
        """Set up the access log and the error log as gunicorn does, with routes in place of URLs."""
        super().setup(cfg)
        self.error_log.addFilter(_redact)

    def atoms(self, resp: Any, req: Any, environ: Any, request_time: Any) -> dict[str, Any]:
        """Return the values that the log format can name for one request, with routes in place of URLs."""
        found = super().atoms(resp, req, environ, request_time)
        kept = {name: value for name, value in found.items() if not name.startswith("{")}
        path = redact_path(str(environ.get("PATH_INFO", "")))
        query = QUERY if environ.get("QUERY_STRING") else ""
        line = f"{found['m']} {path}{query} {found['H']}"
        return kept | {"r": line, "U": path, "q": query, "f": redact_urls(str(found["f"]))}
