"""The operations that are not tested, and the accepted findings, each with its reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

COMMAND = "POST /api/commands/"

EXCLUDED: dict[str, str] = {
    "GET /api/stream": "a WebSocket; Tests/Contract/contract/leaks/streams.py and the client for Node read it",
    "GET /api/events": "a stream that does not end; the tests of docs/http.md read it",
    "POST /api/logout": "ends the session with which the other requests are sent; Tests/Gateway/contract.py sends it",
    "POST /api/phone": "a session has at most five unused links; Tests/Gateway/contract.py sends it",
    f"{COMMAND}gateway.revoke": "ends the sessions with which the other requests are sent",
    f"{COMMAND}tokens.revoke": "revokes the tokens with which the other requests are sent",
    f"{COMMAND}archive.restore": "replaces documents of all services, among them those of the sessions",
    f"{COMMAND}cells.receive": "only another cell may send it",
    f"{COMMAND}cells.take": "only another cell may send it",
    f"{COMMAND}webhooks.test": "posts to the URL of a webhook",
    f"{COMMAND}router.drain": "stops the services",
    f"{COMMAND}router.stop": "stops the services",
}
"""Operations to which nothing is sent. They need not exist in every version of the document."""

CURSOR = "a cursor of the document's example, or an invented one, is not one of this installation"
ALTERNATIVES = "some members require or exclude others, which the description states"
UNCONFIGURED = "the installation has neither cells nor NATS"
ATTENDEE = "the attendee must be one of the standup, which the description states"
CONTENT = "the file or the text has a format of its own, which the description states"

ACCEPTED: dict[tuple[str, str], str] = {
    ("RejectedPositiveData", "POST /api/import"): CONTENT,
    ("RejectedPositiveData", "POST /mcp"): CONTENT,
    **{("RejectedPositiveData", f"{COMMAND}{target}"): CONTENT for target in (
        "archive.documents", "events.publish", "events.replay", "focus.start", "people.add", "people.edit",
        "router.trace", "schedule.set", "standups.import", "standups.importAll", "standups.importPart", "teams.add",
        "transcription.dictate",
        "webhooks.add")},
    **{("RejectedPositiveData", f"{COMMAND}{target}"): ATTENDEE for target in (
        "meetings.absent", "meetings.present", "standups.absent", "standups.note", "standups.present",
        "standups.writeUpdate")},
    **{("RejectedPositiveData", operation): "the start must be before the end, which the description states" for operation in (
        f"{COMMAND}meetings.stats", "GET /api/standups/{standup}/stats", "GET /api/standups/{standup}/stats.csv")},
    ("RejectedPositiveData", f"{COMMAND}people.grant"): "each team may occur once, which the description states",
    ("RejectedPositiveData", f"{COMMAND}glossary.add"):
        "each term may occur once, and needs Latin letters or what it sounds like, which the description states",
    **{("RejectedPositiveData", f"{COMMAND}{target}"): UNCONFIGURED for target in (
        "bridge.rebuild", "bridge.removeStream", "cells.add", "cells.digests", "cells.move", "cells.share")},
    **{("RejectedPositiveData", f"{COMMAND}{target}"): ALTERNATIVES for target in (
        "gateway.calendar", "gateway.invite", "meetings.correctLine", "people.get", "schedule.next", "tokens.add",
        "webhooks.edit")},
}
"""Reasons why a kind of finding is accepted for an operation, in the words of schemathesis."""


@dataclass(frozen=True)
class Finding:
    """A difference between the document and a response."""

    kind: str
    operation: str
    has_cursor: bool = False
    """True if the operation reads a list page by page."""

    @property
    def reason(self) -> str | None:
        """The reason why it is accepted; None if it is not."""
        if self.kind == "RejectedPositiveData" and self.has_cursor:
            return CURSOR
        return ACCEPTED.get((self.kind, self.operation))


def unaccepted(findings: Iterable[Finding]) -> list[Finding]:
    """Those without a reason."""
    return [finding for finding in findings if finding.reason is None]
