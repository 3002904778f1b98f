"""A running installation, with data that requests can name, and the credentials of its senders."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

import zmq
from contract.client import Client
from contract.services import CHILDREN, NAMES, Services
from contract.world import key, new_standup, until_up

SENDERS = ("operator", "member", "nobody")
"""An operator with a token, a person with a session and a role in one team, and a program without credentials."""

SESSIONS = 6
"""Number of credentials of each sender, because each may send only 20 requests per second."""


@dataclass(frozen=True)
class Credential:
    """A header field or a cookie that authenticates a request."""

    place: str
    name: str
    value: str

    @property
    def token(self) -> str:
        """The token without the scheme of the header field."""
        return self.value.removeprefix("Bearer ")


@dataclass
class Installation:
    """The services without keys, and a tool that may send every command."""

    context: zmq.Context
    binaries: Path
    directory: Path
    address: str = ""
    """URL of the gateway, without a slash at its end."""
    ids: dict[str, list[str]] = field(default_factory=dict)
    """Ids of existing objects, by the names of their schemas in the document."""

    def __enter__(self) -> Installation:
        self.services = Services(self.binaries, self.directory, None)
        self.tool = Client(self.context, self.services.commands)
        try:
            for name in NAMES:
                self.services.start(
                    name, settings={} if name == "router" else {"STANDUPS_COMMANDS": self.services.commands})
            until_up(self.tool, CHILDREN)
            self.address = self.tool.do("gateway.sessions")["address"].rstrip("/")
            self._fill()
        except BaseException as error:
            error.add_note(self.services.complaints())
            self.__exit__(type(error), error, None)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.tool.close()
        self.services.kill_all()

    def _fill(self) -> None:
        """Adds a person with a role in one team, and standups of that team that meet and have met."""
        tool = self.tool
        person = tool.do("people.add", {"name": "Ann"}, idem=key())["id"]
        tool.do("teams.setMember", {"team": "default", "person": person, "role": "member"}, idem=key())
        standups = [new_standup(tool, f"Standup {number}", 600_000, "Ada", "Grace") for number in range(6)]
        past, live, attendees = [], [], []
        for standup in standups[:3]:
            meeting = self._start(standup)
            tool.do("meetings.end", {"id": meeting}, idem=key())
            tool.do("meetings.answer", {"id": meeting, "action": "saveAndEnd"}, idem=key())
            past.append(meeting)
        for standup in standups[1:]:
            live.append(self._start(standup))
            found = tool.do("standups.get", {"id": standup})["summary"]["standup"]["attendees"]
            attendees += [attendee["id"] for attendee in found]
        self.ids = {
            "StandupID": standups, "MeetingID": [*live, *past], "AttendeeID": attendees, "PersonID": [person],
            "AttendeePersonID": [person], "TeamID": ["default"], "standup": standups, "meeting": past,
        }

    def _start(self, standup: str) -> str:
        return self.tool.do("meetings.start", {"standup": standup, "isRecorded": False}, idem=key())["session"]["id"]

    # MARK: Senders

    def credentials(self, sender: str) -> list[Credential]:
        """Credentials of a sender; none for a program without."""
        if sender == "operator":
            return [self._token(role="operator") for _ in range(SESSIONS)]
        if sender == "member":
            return [self._session(person=self.ids["PersonID"][0]) for _ in range(SESSIONS)]
        return []

    def _token(self, **holder: Any) -> Credential:
        """A new token, with a role or of a person."""
        return Credential("header", "Authorization", f"Bearer {self.tool.do('tokens.add', {'name': 'test', **holder})['token']}")

    def _session(self, **holder: Any) -> Credential:
        """The cookie of a new session, with a role or of a person."""
        code = self.tool.do("gateway.invite", {"name": "Ann", **holder})["code"]
        request = urllib.request.Request(
            f"{self.address}/api/login", json.dumps({"code": code}).encode(),
            {"Content-Type": "application/json", "Origin": self.address})
        while True:
            try:
                with urllib.request.urlopen(request, timeout=30) as response:
                    name, value = response.headers["Set-Cookie"].split(";")[0].split("=", 1)
                    return Credential("cookie", name, value)
            except urllib.error.HTTPError as error:
                if error.code != 429:
                    raise
                # Sleeps because the gateway states when it accepts the next login.
                time.sleep(int(error.headers["Retry-After"]))
