"""The audit log: access to hidden state, and interventions in games."""

from typing import Any
from uuid import UUID

from games.models import AuditEntry, Player


def record_audit_entry(actor: Player | None, action: str, game_id: UUID | None = None, **facts: Any) -> AuditEntry:
    """Write one entry, within the caller's transaction."""
    return AuditEntry.objects.create(actor=actor.pk if actor else None, action=action, game=game_id, facts=facts)
