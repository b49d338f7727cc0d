"""The store, one subject per module. Services write here, selectors read; nobody else does either."""

from games.models.address import AddressChange
from games.models.advice import Advice
from games.models.audit import AuditEntry
from games.models.delivery import MailEvent
from games.models.game import Branch, DataPack, Game
from games.models.inbound import IncomingMail
from games.models.invitation import Invitation, Observer
from games.models.journal import Checkpoint, EventSegment, JournalSegment
from games.models.mail import OutgoingMail, SenderSlot
from games.models.message import Message, MessageCopy
from games.models.notebook import Notebook
from games.models.notice import Notice
from games.models.opening import Opening
from games.models.player import Player
from games.models.pulse import Pulse
from games.models.request import OpenRequest, SealedAnswer
from games.models.reserve import Reserve, ReserveCall, ReserveStep
from games.models.seat import Seat, Tenure
from games.models.signing import SigningKey
from games.models.standing_orders import StandingOrder
from games.models.vacation import Vacation
from games.models.view import Lookout, SeatView
from games.models.webhook import Webhook, WebhookCall

__all__ = [
    "AddressChange",
    "Advice",
    "AuditEntry",
    "Branch",
    "Checkpoint",
    "DataPack",
    "EventSegment",
    "Game",
    "IncomingMail",
    "Invitation",
    "JournalSegment",
    "Lookout",
    "MailEvent",
    "Message",
    "MessageCopy",
    "Notebook",
    "Notice",
    "Observer",
    "OpenRequest",
    "Opening",
    "OutgoingMail",
    "Player",
    "Pulse",
    "Reserve",
    "ReserveCall",
    "ReserveStep",
    "SealedAnswer",
    "Seat",
    "SeatView",
    "SenderSlot",
    "SigningKey",
    "StandingOrder",
    "Tenure",
    "Vacation",
    "Webhook",
    "WebhookCall",
]
