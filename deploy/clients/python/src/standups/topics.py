"""Topics: `t/<type>/<subject>/`, `s/<standup>/<type>/`, `m/<meeting>/<type>/`, and each of them after `g/<team>/`.

ZeroMQ matches prefixes, so the trailing `/` is part of a topic: `m/1` would match `m/10`.
"""

from __future__ import annotations

from urllib.parse import quote, unquote

#: Topic of the heartbeat, sent once a second: epoch and last sequence of the journal.
BEAT = "h/"


def escape(token: str) -> str:
    """Percent-encodes all but the unreserved characters of RFC 3986."""
    return quote(token, safe="")


def of_type(type: str, subject: str | None = None) -> str:
    """Topic of all events of a type; with a subject, only those about it."""
    return f"t/{escape(type)}/" + (f"{escape(subject)}/" if subject is not None else "")


def of_standup(standup: str, type: str | None = None) -> str:
    return f"s/{escape(standup)}/" + (f"{escape(type)}/" if type is not None else "")


def of_meeting(meeting: str, type: str | None = None) -> str:
    return f"m/{escape(meeting)}/" + (f"{escape(type)}/" if type is not None else "")


def of_team(team: str, topic: str = "") -> str:
    """Topic of a team's events; with another topic, only those that it selects."""
    return f"g/{escape(team)}/{topic}"


def confirmation(nonce: str) -> str:
    return f"~/{escape(nonce)}"


def tokens(topic: str) -> list[str]:
    """The decoded tokens of a topic, without its first letter."""
    return [unquote(token) for token in topic.strip("/").split("/")[1:]]
