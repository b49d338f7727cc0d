"""Rate limits per mail provider: some reject senders that exceed their limits."""

from django.conf import settings

from pbem.rate_limits import is_over_limit, seconds_to_next_minute


def seconds_until_domain_allows(address: str) -> float:
    """Return the seconds until an e-mail may go to this address's domain; 0 means now, and counts the e-mail.

    The count is in the cache: a shared cache counts for all workers, otherwise each worker counts its own.
    """
    limits = settings.PBEM_MAIL_DOMAIN_LIMITS
    domain = address.rpartition("@")[2].casefold()
    most = limits.get(domain, limits.get("*", 0))
    if most and is_over_limit("letters", domain, most):
        return seconds_to_next_minute() + 1.0
    return 0.0
