"""A complete meeting with the recording, through the published ports, as a user on another machine would run it."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time

from .project import ROOT, Project
from .shell import Failed, run


def command_line(project: Project, *arguments: str, timeout: float = 120) -> str:
    """Runs the command line in its own container, outside the project's networks, with only a key."""
    return run(
        ["docker", "run", "--rm", "--network", "host", "--read-only", "--cap-drop", "ALL"]
        + ["--user", f"{os.geteuid()}:{os.getegid()}"]
        + ["--volume", f"{ROOT / 'deploy/demo'}:/demo:ro"]
        + ["--volume", f"{project.keys('operator')}:/key:ro"]
        + ["--env", "STANDUPS_KEY=/key/operator.key_secret"]
        + ["--env", f"STANDUPS_COMMANDS={project.commands}"]
        + ["--env", f"STANDUPS_EVENTS={project.events}"]
        + [f"standups-cli:{project.tag}", *arguments],
        timeout=timeout,
    ).stdout


def hold_meeting(project: Project) -> str:
    """Three people, 36 seconds; each transcript is under its speaker. Returns a summary."""
    command_line(project, "add", "Demo", "--duration", "36s", "--attendee", "Ann",
                 "--attendee", "Bob", "--attendee", "Cy")
    began = time.monotonic()
    command_line(project, "start", "Demo", "--audio", "/demo/standup.wav", "--yes-record", timeout=180)
    took = time.monotonic() - began
    if not 36 <= took < 76:
        raise Failed(f"the meeting of 36 s took {took:.1f} s with starting and saving")
    shown = command_line(project, "meetings", "show", "Demo", "--json")
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(shown)
        file.flush()
        compared = run([sys.executable, str(ROOT / "scripts/check-transcript.py"), file.name,
                        str(ROOT / "deploy/demo/texts.json")], check=False)
    if compared.returncode != 0:
        raise Failed(f"the transcript is not what was said:\n{compared.stderr}")
    words = sum(len(one["text"].split()) for one in json.loads(shown)["segments"])
    rate = compared.stderr.strip().splitlines()[-1].strip()
    return f"36 s meeting in {took:.1f} s, {words} words heard, {rate}"


