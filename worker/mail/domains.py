"""Not too many letters at once to one provider: some turn away whoever sends more than they like."""

from django.conf import settings

from pbem.limits import is_too_often, seconds_left


def wait_for_domain(address: str) -> float:
    """Seconds until a letter may go to an address; 0 for now, and then it counts.

    Counted in the cache: one that the workers share counts for all of them, else each counts its own.
    """
    limits = settings.PBEM_MAIL_DOMAIN_LIMITS
    domain = address.rpartition("@")[2].casefold()
    most = limits.get(domain, limits.get("*", 0))
    if most and is_too_often("letters", domain, most):
        return seconds_left() + 1.0
    return 0.0
