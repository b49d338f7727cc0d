"""The client's address of a request: from X-Forwarded-For of a trusted proxy, otherwise the peer's address."""

from collections.abc import Callable, Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse

Network = IPv4Network | IPv6Network
Handler = Callable[[HttpRequest], HttpResponse]


def parse_networks(listed: Iterable[str]) -> tuple[Network, ...]:
    """Return the networks in a list of the settings. Raises ImproperlyConfigured for an invalid one."""
    try:
        return tuple(ip_network(entry) for entry in listed)
    except ValueError as error:
        raise ImproperlyConfigured(f"PBEM_TRUSTED_PROXIES: {error}") from None


def use_client_address(get_response: Handler) -> Handler:
    """Replace a trusted proxy's address by the client's; X-Forwarded-For from other peers is ignored."""
    trusted = parse_networks(settings.PBEM_TRUSTED_PROXIES)

    def handle(request: HttpRequest) -> HttpResponse:
        peer = request.META.get("REMOTE_ADDR", "")
        request.META["REMOTE_ADDR"] = _behind(peer, request.META.get("HTTP_X_FORWARDED_FOR", ""), trusted)
        return get_response(request)

    return handle


def _behind(peer: str, forwarded: str, trusted: tuple[Network, ...]) -> str:
    """Return the first address, going back from `peer`, that is no trusted proxy. Each proxy appends its client."""
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
    """Return the key of an address for rate limits: the address, or for IPv6 the network of one household (/64)."""
    if not _is_address(address):
        return address
    found = ip_address(address)
    return str(ip_network(f"{address}/64", strict=False)) if found.version == 6 else str(found)
