"""One POST to an address that somebody else chose: only to where it may go, by no detour, and for a short time.

The name is looked up once, every address that it has is judged, and the connection is made to one of those that were
judged: a name that changes its mind in between leads nowhere else. Redirects are not followed.
"""

import http.client
import socket
import ssl
import threading
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

SECONDS = 10.0
"""For all of it but the name."""
NAME_SECONDS = 5.0
"""For looking a name up, of which the system's own resolver may take minutes."""
MOST_LOOKED_UP = 8
"""Names that are looked up at a time, those included that nobody waits for any more."""
_DETOURS = tuple(map(ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")))
"""IPv6 addresses behind which any IPv4 address may be."""


class Refused(Exception):
    """The address must not be called, or does not take what it is told; says why."""


def may_be_called(text: str) -> bool:
    """Whether an address is one of the open internet: not private, loopback, link-local, reserved or multicast."""
    found: IPv4Address | IPv6Address = ip_address(text.partition("%")[0])
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if any(found.version == net.version and found in net for net in _DETOURS):
        return False
    return found.is_global and not found.is_multicast and not found.is_reserved


_lookups = threading.BoundedSemaphore(MOST_LOOKED_UP)


def addresses(host: str, port: int, *, private: bool) -> list[str]:
    """The addresses of a name. Raises Refused if it has none in good time, or one that must not be called."""
    places = _lookups
    if not places.acquire(blocking=False):
        raise Refused("too many names are looked up at present")
    found: list[str] = []

    def look_up() -> None:
        try:
            found.extend(str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except (OSError, UnicodeError):
            return
        finally:
            places.release()

    looking = threading.Thread(target=look_up, daemon=True)
    looking.start()
    looking.join(NAME_SECONDS)
    if looking.is_alive():
        raise Refused("the name is not found in good time")
    if not found:
        raise Refused("the name leads nowhere")
    if not (private or all(map(may_be_called, found))):
        raise Refused("this address is not called")
    return found


def post(url: str, body: bytes, headers: dict[str, str], *, private: bool) -> None:
    """Send it, and see that it was taken. Raises Refused."""
    parts = urlsplit(url)
    secure, host = parts.scheme == "https", parts.hostname or ""
    if not secure and not private:
        raise Refused("only https is called")
    port = parts.port or (443 if secure else 80)
    target = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
    connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
    over = threading.Timer(SECONDS, _cut, (connection,))
    try:
        connection.sock = _connected(addresses(host, port, private=private)[0], port, host, secure=secure)
        over.start()
        connection.request("POST", target, body=body, headers=headers)
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Refused(f"no answer: {type(error).__name__}") from None
    finally:
        over.cancel()
        connection.close()
    if not 200 <= status < 300:
        raise Refused(f"it answered {status}")


def _connected(address: str, port: int, host: str, *, secure: bool) -> socket.socket:
    plain = socket.create_connection((address, port), timeout=SECONDS)
    if not secure:
        return plain
    try:
        return ssl.create_default_context().wrap_socket(plain, server_hostname=host)
    except BaseException:
        plain.close()
        raise


def _cut(connection: http.client.HTTPConnection) -> None:
    """End a conversation that is drawn out word by word."""
    if connection.sock is not None:
        try:
            connection.sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            return
