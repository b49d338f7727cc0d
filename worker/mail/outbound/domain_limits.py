"""Limit the e-mails per minute to each mail provider, because some reject senders that exceed their limits."""

from django.conf import settings

from pbem.rate_limits import is_over_limit, seconds_to_next_minute


def seconds_until_domain_allows(address: str) -> float:
    """Return the seconds until an e-mail may be sent to the domain of this address.

    If the result is 0, the e-mail is counted as sent. The count is in the cache; if workers do not share the cache,
    each worker counts its own e-mails.
    """
    limits = settings.PBEM_MAIL_DOMAIN_LIMITS
    domain = address.rpartition("@")[2].casefold()
    most = limits.get(domain, limits.get("*", 0))
    if most and is_over_limit("letters", domain, most):
        return seconds_to_next_minute() + 1.0
    return 0.0
