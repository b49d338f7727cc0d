"""From where a request comes: the address that a trusted proxy names, and else the one that connects to us."""

from collections.abc import Callable, Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse

Network = IPv4Network | IPv6Network
Handler = Callable[[HttpRequest], HttpResponse]


def networks(listed: Iterable[str]) -> tuple[Network, ...]:
    """Addresses and networks as written in the settings. Raises ImproperlyConfigured for what is none."""
    try:
        return tuple(ip_network(entry) for entry in listed)
    except ValueError as error:
        raise ImproperlyConfigured(f"PBEM_TRUSTED_PROXIES: {error}") from None


def client_address(get_response: Handler) -> Handler:
    """Put the client's own address in place of a trusted proxy's; nobody else's X-Forwarded-For is believed."""
    trusted = networks(settings.PBEM_TRUSTED_PROXIES)

    def handle(request: HttpRequest) -> HttpResponse:
        peer = request.META.get("REMOTE_ADDR", "")
        request.META["REMOTE_ADDR"] = _behind(peer, request.META.get("HTTP_X_FORWARDED_FOR", ""), trusted)
        return get_response(request)

    return handle


def _behind(peer: str, forwarded: str, trusted: tuple[Network, ...]) -> str:
    """The first address, going back from `peer`, that is no trusted proxy's. Each proxy has appended who called it."""
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


def neighbourhood(address: str) -> str:
    """What counts as one place where calls are counted: an address, or of IPv6 the network of one household (/64)."""
    if not _is_address(address):
        return address
    found = ip_address(address)
    return str(ip_network(f"{address}/64", strict=False)) if found.version == 6 else str(found)
