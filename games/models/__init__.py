"""Database models, one subject per module. Only services write the tables, only selectors read them."""

from games.models.advice import Advice
from games.models.audit import AuditEntry
from games.models.bot_hint import BotHint, BotReason
from games.models.chance_curve import ChanceCurve, ChancePoint
from games.models.game import Branch, DataPack, Game
from games.models.heartbeat import Heartbeat
from games.models.idempotent_response import IdempotentResponse
from games.models.incoming_mail import IncomingMail
from games.models.invitation import Invitation, Observer
from games.models.journal import Checkpoint, EventSegment, JournalSegment
from games.models.mail_event import MailEvent
from games.models.message import Message, MessageCopy
from games.models.notebook import Notebook, TrialPlan, WorkingDraft
from games.models.notice import Notice
from games.models.open_request import OpenRequest, SealedAnswer
from games.models.opening import Opening
from games.models.outgoing_mail import OutgoingMail, SenderSlot
from games.models.player import AddressChange, Player, Vacation
from games.models.reserve import Reserve, ReserveCall, ReserveStep
from games.models.seat import Seat, Tenure
from games.models.seen_hint import SeenHint
from games.models.signing_key import SigningKey
from games.models.standing_orders import StandingOrder
from games.models.umpire_question import UmpireQuestion
from games.models.view import CurrentView, SeatView
from games.models.webhook import Webhook, WebhookCall, WebhookSender

__all__ = [
    "AddressChange",
    "Advice",
    "AuditEntry",
    "BotHint",
    "BotReason",
    "Branch",
    "ChanceCurve",
    "ChancePoint",
    "Checkpoint",
    "CurrentView",
    "DataPack",
    "EventSegment",
    "Game",
    "Heartbeat",
    "IdempotentResponse",
    "IncomingMail",
    "Invitation",
    "JournalSegment",
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
    "Reserve",
    "ReserveCall",
    "ReserveStep",
    "SealedAnswer",
    "Seat",
    "SeatView",
    "SeenHint",
    "SenderSlot",
    "SigningKey",
    "StandingOrder",
    "Tenure",
    "TrialPlan",
    "UmpireQuestion",
    "Vacation",
    "Webhook",
    "WebhookCall",
    "WebhookSender",
    "WorkingDraft",
]
