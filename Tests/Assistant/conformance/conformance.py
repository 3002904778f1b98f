"""Tests `standups mcp` with the official client of the Model Context Protocol, against real services."""

from __future__ import annotations

import json
import signal
import subprocess
import unittest

from jobs import Jobs
from live import PROGRAM, Live
from mcp import Client, StdioServerParameters


class Conformance(Jobs, Live):
    """The client starts the program, and exchanges messages with it over standard input and output."""

    def client(self, mode: str, *arguments: str) -> Client:
        server = StdioServerParameters(command=PROGRAM, args=["mcp", *arguments], env=self.environment)
        return Client(server, mode=mode, read_timeout_seconds=30)

    async def test_an_assistant_has_the_permissions_of_its_key(self) -> None:
        async with self.client("auto", "--key", self.observer) as client:
            for name, arguments in (
                ("start_meeting", {"standup": self.standup, "isRecorded": False}),
                ("note_follow_up", {"standup": self.standup, "meeting": self.meeting, "text": "Denied."}),
            ):
                result = await client.call_tool(name, arguments)
                self.assertTrue(result.is_error, name)
                self.assertIn("observer", self.text(result))
            read = await client.call_tool("read_minutes", {"standup": self.standup})
            self.assertFalse(read.is_error, self.text(read))
        self.assertNotIn("Denied.", str(self.run_program("notes", self.standup)))

    def test_the_input_ends_the_program_and_output_is_only_protocol(self) -> None:
        lines = [
            '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}', "not JSON",
            '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_standups"}}',
        ]
        done = subprocess.run(
            [PROGRAM, "mcp"], env=self.environment, input="\n".join(lines) + "\n", capture_output=True, text=True,
            timeout=30, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        replies = [json.loads(line) for line in done.stdout.split("\n") if line]
        self.assertEqual({reply["id"] for reply in replies}, {None, 1, 2})
        self.assertEqual([reply["error"]["code"] for reply in replies if "error" in reply], [-32700])

    def test_sigterm_ends_the_program(self) -> None:
        with subprocess.Popen(
            [PROGRAM, "mcp"], env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        ) as process:
            assert process.stdin is not None and process.stdout is not None
            process.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
            process.stdin.flush()
            self.assertEqual(json.loads(process.stdout.readline())["result"], {})
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(10), 0)


if __name__ == "__main__":
    unittest.main()
