"""The client's address of a request: from X-Forwarded-For of a trusted proxy, otherwise the peer's address."""

from collections.abc import Callable, Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse

Network = IPv4Network | IPv6Network
Handler = Callable[[HttpRequest], HttpResponse]


def parse_networks(listed: Iterable[str]) -> tuple[Network, ...]:
    """Parse the entries of `PBEM_TRUSTED_PROXIES` as networks. Raises ImproperlyConfigured for an invalid entry."""
    try:
        return tuple(ip_network(entry) for entry in listed)
    except ValueError as error:
        raise ImproperlyConfigured(f"PBEM_TRUSTED_PROXIES: {error}") from None


def use_client_address(get_response: Handler) -> Handler:
    """Middleware that sets REMOTE_ADDR of each request to the client's address.

    The address is taken from X-Forwarded-For only if the request comes from a trusted proxy.
    """
    trusted = parse_networks(settings.PBEM_TRUSTED_PROXIES)

    def handle(request: HttpRequest) -> HttpResponse:
        peer = request.META.get("REMOTE_ADDR", "")
        request.META["REMOTE_ADDR"] = _behind(peer, request.META.get("HTTP_X_FORWARDED_FOR", ""), trusted)
        return get_response(request)

    return handle


def _behind(peer: str, forwarded: str, trusted: tuple[Network, ...]) -> str:
    """Return the last address before the trusted proxies, or `peer` itself if it is no trusted proxy.

    `forwarded` is X-Forwarded-For, to which each proxy appends the address of its own client: it is read backwards.
    """
    found = peer
    for entry in reversed(forwarded.split(",")):
        if not _is_in(found, trusted) or not _is_address(entry.strip()):
            break
        found = entry.strip()
    return found


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def _is_in(address: str, within: tuple[Network, ...]) -> bool:
    return _is_address(address) and any(ip_address(address) in network for network in within)


def address_group(address: str) -> str:
    """Return the key under which the requests of an address are counted, for rate limits.

    It is the IPv4 address itself, or the /64 network of an IPv6 address.
    """
    if not _is_address(address):
        return address
    found = ip_address(address)
    return str(ip_network(f"{address}/64", strict=False)) if found.version == 6 else str(found)
