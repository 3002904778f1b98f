"""Tests `POST /mcp` of the gateway with the official client of the Model Context Protocol, against real services."""

from __future__ import annotations

import itertools
import json
import re
import unittest
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from jobs import NAMES, Jobs
from live import NO_ONE, Live
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.shared.exceptions import MCPError

WRITING = {"note_follow_up", "write_update", "start_meeting", "next_speaker"}
UUID = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}'


class HTTPConformance(Jobs, Live):
    """The client sends its messages to the gateway, with a token."""

    address: str
    other: str
    other_meeting: str

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.names = itertools.count()
        cls.address = cls.run_program("web", "--print")["link"].split("#")[0]
        # A standup of another team, with a past meeting.
        cls.run_program("teams", "add", "Other")
        cls.other = cls.run_program("add", "Secret", "--team", "other", "--attendee", "Eve")["id"]
        cls.other_meeting = cls.run_program("start", cls.other, "--no-record", "--detach")["session"]["id"]
        cls.run_program("end", cls.other)
        cls.run_program("answer", cls.other, "saveAndEnd")

    @classmethod
    def token(cls, role: str = "member", *arguments: str) -> dict[str, str]:
        """A new token, which has a rate limit of its own."""
        name = f"assistant-{next(cls.names)}"
        added: dict[str, str] = cls.run_program(
            "tokens", "add", name, "--role", role, "--team", "default", *arguments)
        return added

    @asynccontextmanager
    async def client(self, mode: str, token: str | None = None) -> AsyncIterator[Client]:
        headers = {"Authorization": f"Bearer {token or self.token()['token']}"}
        async with create_mcp_http_client(headers=headers) as http:
            transport = streamable_http_client(f"{self.address}mcp", http_client=http)
            async with Client(transport, mode=mode, read_timeout_seconds=30) as client:
                yield client

    def send(self, body: str | None, token: str | None, method: str = "POST", **fields: str) -> tuple[int, Any, Any]:
        """The status, the header and the body of the response to one request."""
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        headers |= {name.replace("_", "-"): value for name, value in fields.items()}
        request = urllib.request.Request(
            f"{self.address}mcp", None if body is None else body.encode(), headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return response.status, response.headers, response.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    async def test_each_role_has_its_tools(self) -> None:
        for role in ("admin", "member", "observer"):
            with self.subTest(role=role):
                async with self.client("auto", self.token(role)["token"]) as client:
                    names = {tool.name for tool in (await client.list_tools()).tools}
                    self.assertEqual(names, NAMES - (WRITING if role == "observer" else set()))
                    read = await client.call_tool("read_minutes", {"standup": self.standup})
                    self.assertFalse(read.is_error, self.text(read))
                    if role != "observer":
                        continue
                    with self.assertRaises(MCPError) as raised:
                        await client.call_tool("start_meeting", {"standup": self.standup, "isRecorded": False})
                    self.assertEqual(raised.exception.code, -32602)
        self.assertFalse([one for one in self.run_program("list")["standups"] if "live" in one])

    async def test_a_token_for_some_commands_has_their_tools(self) -> None:
        token = self.token("member", "--command", "standups.list")["token"]
        async with self.client("legacy", token) as client:
            self.assertEqual([tool.name for tool in (await client.list_tools()).tools], ["list_standups"])
            self.assertIn(self.standup, self.text(await client.call_tool("list_standups", {})))
            with self.assertRaises(MCPError):
                await client.read_resource(f"standups:///standups/{self.standup}/meetings/{self.meeting}")

    async def test_the_data_of_another_team_does_not_exist(self) -> None:
        async with self.client("auto") as client:
            self.assertNotIn("Secret", self.text(await client.call_tool("list_standups", {})))
            for name, arguments in (
                ("get_standup", {"id": self.other}), ("list_meetings", {"id": self.other}),
                ("read_minutes", {"standup": self.other, "meeting": self.other_meeting}),
                ("list_follow_ups", {"standup": self.other}), ("get_live_meeting", {"id": self.other_meeting}),
                ("start_meeting", {"standup": self.other, "isRecorded": False}),
            ):
                unknown = {key: NO_ONE if isinstance(value, str) else value for key, value in arguments.items()}
                found, missing = [await client.call_tool(name, one) for one in (arguments, unknown)]
                self.assertTrue(found.is_error and missing.is_error, name)
                # Without the ids of the objects, and those of marks.
                texts = [UUID.sub("ID", self.text(one)) for one in (found, missing)]
                self.assertEqual(*texts)
        async with self.client("auto") as client:
            errors = []
            for standup, meeting in ((self.other, self.other_meeting), (NO_ONE, NO_ONE)):
                with self.assertRaises(MCPError) as raised:
                    await client.read_resource(f"standups:///standups/{standup}/meetings/{meeting}")
                errors.append((raised.exception.code, raised.exception.error.message))
            self.assertEqual(*errors)

    async def test_a_revoked_token_ends_a_conversation(self) -> None:
        added = self.token()
        async with self.client("legacy", added["token"]) as client:
            self.assertIn(self.standup, self.text(await client.call_tool("list_standups", {})))
            self.run_program("tokens", "revoke", added["id"])
            with self.assertRaises(MCPError):
                await client.call_tool("list_standups", {})
        status, fields, _ = self.send(PING, added["token"])
        self.assertEqual((status, fields["WWW-Authenticate"]), (401, 'Bearer realm="standups", error="invalid_token"'))
        status, fields, _ = self.send(PING, None)
        self.assertEqual((status, fields["WWW-Authenticate"]), (401, 'Bearer realm="standups"'))

    def test_the_transport_follows_the_specification(self) -> None:
        token = self.token()["token"]
        status, fields, body = self.send(PING, token)
        self.assertEqual((status, fields["Content-Type"], json.loads(body)["result"]), (200, "application/json", {}))
        self.assertNotIn("Mcp-Session-Id", fields)
        self.assertEqual(self.send(f"[{PING}]", token)[0], 400)
        self.assertEqual(self.send('{"jsonrpc":"2.0","method":"notifications/initialized"}', token)[::2], (202, b""))
        self.assertEqual(self.send(PING, token, MCP_Protocol_Version="2024-11-05")[0], 400)
        self.assertEqual(self.send(PING, token, MCP_Protocol_Version="2025-06-18")[0], 200)
        self.assertEqual(self.send(PING, token, Accept="text/html")[0], 406)
        self.assertEqual(self.send(PING, token, Content_Type="text/plain")[0], 415)
        self.assertEqual(self.send(PING, token, Origin="https://example.org")[0], 403)
        self.assertEqual(self.send(PING, token, Host="example.org")[0], 421)
        # The gateway reads no part of it.
        self.assertEqual(self.send(None, token, Content_Length="1000001")[0], 413)
        for method in ("GET", "DELETE"):
            status, fields, _ = self.send(None, token, method)
            self.assertEqual((status, fields["Allow"]), (405, "POST"))


if __name__ == "__main__":
    unittest.main()
