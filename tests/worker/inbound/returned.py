"""Letters that come back, as mail servers report it (RFC 3464)."""

_REPORT = """From: MAILER-DAEMON@mx.example.net
To: {to}
Subject: Undelivered Mail Returned to Sender
Message-ID: <report-{more}{code}-{bare}>
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="=_b"

--=_b
Content-Type: text/plain

I'm sorry. choose c1
--=_b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net{arrived}

Final-Recipient: rfc822; {reader}
Action: {action}
Status: {code}
Diagnostic-Code: smtp; 550 {code} No such user{tried}

--=_b
Content-Type: message/rfc822

From: Sealed Orders <orders@example.org>
Message-ID: {message_id}

--=_b--
"""


def delivery_report(
    message_id: str,
    *,
    to: str,
    reader: str,
    action: str = "failed",
    code: str = "5.1.1",
    more: str = "",
    arrived: str = "",
    tried: str = "",
) -> bytes:
    """What a server writes to `to` about the letter of that Message-ID, which it could not hand to its reader.

    `arrived` and `tried` are dates as mail writes them, of when it came to the server and when it was tried last.
    """
    written = _REPORT.format(
        to=to,
        message_id=message_id,
        bare=message_id.strip("<>"),
        reader=reader,
        action=action,
        code=code,
        more=more,
        arrived=arrived and f"\nArrival-Date: {arrived}",
        tried=tried and f"\nLast-Attempt-Date: {tried}",
    )
    return written.replace("\n", "\r\n").encode()


def complaint_report(message_id: str, *, to: str, reader: str) -> bytes:
    """What a reader's mail service writes (RFC 5965) when they call the letter of that Message-ID abuse."""
    raw = delivery_report(message_id, to=to, reader=reader, more="arf")
    raw = raw.replace(b"report-type=delivery-status", b"report-type=feedback-report")
    head, _, rest = raw.partition(b"Content-Type: message/delivery-status\r\n\r\n")
    facts = "Content-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nUser-Agent: Net/1\r\nVersion: 1\r\n"
    return head + f"{facts}Original-Rcpt-To: {reader}\r\n\r\n".encode() + rest[rest.index(b"--=_b") :]
