"""POST to a URL that a user supplied: only to public addresses, without redirects, with a time limit.

The host name is resolved once, every resulting IP address is checked, and the connection is opened to a checked
address, so that a change of the name's address in between has no effect. Redirects are not followed.
"""

import http.client
import socket
import ssl
import threading
import time
from collections.abc import Container
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

CONNECT_SECONDS = 3.0
"""The time limit for the TCP connection, and again for the TLS handshake."""
READ_SECONDS = 5.0
"""The time limit for each write and each read."""
TOTAL_SECONDS = 10.0
"""The time limit for the whole call, without the name lookup."""
DNS_TIMEOUT_SECONDS = 5.0
"""The time limit for a name lookup, for which the system's resolver could take minutes."""
MAX_CONCURRENT_LOOKUPS = 8
"""The maximum number of concurrent name lookups, including those whose time limit has passed."""
_DETOURS = tuple(map(ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")))
"""IPv6 ranges whose addresses contain an IPv4 address (NAT64, 6to4, Teredo), which may be a private one."""
_SPECIAL = tuple(map(ip_network, ("192.0.0.0/24", "192.88.99.0/24", "fec0::/10", "3fff::/20")))
"""Special ranges that some versions of `ipaddress` take for public: protocol assignments, 6to4 relays, site-local
addresses and documentation.
"""
UNREACHABLE = "the address cannot be reached"
"""The error for all unreachable names, ports and protocols; details would make this server a port scanner."""


class CallRefused(Exception):
    """The URL must not be called, cannot be reached, or has answered with an error `status`; `str` gives the reason."""

    def __init__(self, reason: str, status: int = 0) -> None:
        super().__init__(reason)
        self.status = status


def is_public_address(text: str) -> bool:
    """Return True if an IP address is public: not private, loopback, link-local, reserved or multicast."""
    found: IPv4Address | IPv6Address = ip_address(text.partition("%")[0])
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if any(found.version == net.version and found in net for net in (*_DETOURS, *_SPECIAL)):
        return False
    return found.is_global and not found.is_multicast and not found.is_reserved


_lookups = threading.BoundedSemaphore(MAX_CONCURRENT_LOOKUPS)


def resolve_addresses(host: str, port: int, *, private: bool) -> list[str]:
    """Return the IP addresses of a host name to which a call may go; `private` permits private addresses, too.

    Raises CallRefused if the lookup takes too long or finds no address, or if an address must not be called.
    """
    places = _lookups
    if not places.acquire(blocking=False):
        raise CallRefused("too many names are looked up at present")
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
    looking.join(DNS_TIMEOUT_SECONDS)
    if looking.is_alive() or not found or not (private or all(map(is_public_address, found))):
        raise CallRefused(UNREACHABLE)
    return found


def post_call(url: str, body: bytes, headers: dict[str, str], *, private: bool, ports: Container[int]) -> None:
    """POST `body` to the URL, whose port must be in `ports`.

    `private` permits private addresses, and HTTP without TLS. Raises CallRefused if the URL is not permitted, does not
    respond in time, or responds with an error.
    """
    parts = urlsplit(url)
    secure, host = parts.scheme == "https", parts.hostname or ""
    if not secure and not private:
        raise CallRefused("only https is called")
    port = parts.port or (443 if secure else 80)
    if port not in ports:
        raise CallRefused("this port is not called")
    target = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
    connection = http.client.HTTPConnection(host, port)
    try:
        address = resolve_addresses(host, port, private=private)[0]
        deadline = time.monotonic() + TOTAL_SECONDS
        connection.sock = _connected(address, port, host, secure=secure)
        status = _exchanged(connection, target, body, headers, deadline)
    except (OSError, http.client.HTTPException, ValueError):
        raise CallRefused(UNREACHABLE) from None
    finally:
        connection.close()
    if not 200 <= status < 300:
        raise CallRefused(f"it answered {status}", status)


def _exchanged(
    connection: http.client.HTTPConnection, target: str, body: bytes, headers: dict[str, str], deadline: float
) -> int:
    """Send the request and return the status. At the deadline the connection is cut and TimeoutError raised."""
    over = threading.Timer(max(deadline - time.monotonic(), 0), _cut, (connection,))
    over.start()
    try:
        connection.request("POST", target, body=body, headers=headers)
        status = connection.getresponse().status
    finally:
        over.cancel()
    if time.monotonic() >= deadline:  # headers that were cut off read like complete ones
        raise TimeoutError
    return status


def _connected(address: str, port: int, host: str, *, secure: bool) -> socket.socket:
    plain = socket.create_connection((address, port), timeout=CONNECT_SECONDS)
    try:
        found = ssl.create_default_context().wrap_socket(plain, server_hostname=host) if secure else plain
        found.settimeout(READ_SECONDS)
    except BaseException:
        plain.close()
        raise
    return found


def _cut(connection: http.client.HTTPConnection) -> None:
    """Shut down a connection at its deadline, which ends all reads and writes."""
    if connection.sock is not None:
        try:
            connection.sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            return
