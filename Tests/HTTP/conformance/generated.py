"""Runs a meeting with a client that openapi-python-client generates from the document."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from .fuzz import ROOT
from .installation import Installation

PACKAGE = "standups_http"
CONFIGURATION = ROOT / "deploy/clients/openapi-python-client.yaml"


def run(installation: Installation, document: Path, directory: Path) -> list[str]:
    """Generates the client and runs a meeting with it.

    Returns:
        The parts of the document that the client does not have.
    """
    problems = generate(document, directory)
    if not problems:
        token = installation.credentials("operator")[0].token
        meet(Client(directory, installation, token))
        run_page(directory, installation, token)
    return problems


def generate(document: Path, directory: Path) -> list[str]:
    """Generates the client into a directory.

    Returns:
        The warnings, among them those about parts that the generator omitted.
    """
    directory.mkdir(parents=True)
    ended = subprocess.run(
        [sys.executable, "-c", "from openapi_python_client.cli import app; app()", "generate", "--path", str(document),
         "--output-path", str(directory / PACKAGE), "--meta", "none", "--config", str(CONFIGURATION),
         "--fail-on-warning"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    printed = (ended.stdout + ended.stderr).strip()
    return [f"openapi-python-client:\n{printed}"] if ended.returncode or "WARNING" in printed else []


def run_page(directory: Path, installation: Installation, token: str) -> None:
    """Runs the program of docs/http.md."""
    sys.path.append(str(ROOT / "deploy/clients/python/tests"))
    from pages import blocks

    [program] = [text for language, text in blocks("http.md", "Generated clients") if language == "python"]
    environment = {
        **os.environ, "PYTHONPATH": os.pathsep.join([str(directory), *sys.path]), "TOKEN": token,
        "STANDUPS_URL": installation.address}
    printed = subprocess.run(
        [sys.executable, "-c", program], env=environment, check=True, capture_output=True, text=True).stdout
    assert "Weekly 0" in printed.splitlines(), printed


class Client:
    """The generated client, with the token of an operator."""

    def __init__(self, directory: Path, installation: Installation, token: str) -> None:
        sys.path.insert(0, str(directory))
        self.package = importlib.import_module(PACKAGE)
        self.models = importlib.import_module(f"{PACKAGE}.models")
        self.client = self.package.AuthenticatedClient(base_url=installation.address, token=token)

    def operation(self, tag: str, name: str) -> ModuleType:
        return importlib.import_module(f"{PACKAGE}.api.{tag}.{name}")

    def call(self, tag: str, name: str, **arguments: Any) -> Any:
        """Sends a request.

        Returns:
            The response, with the status and the parsed body.
        """
        return self.operation(tag, name).sync_detailed(client=self.client, **arguments)

    def command(self, name: str, **members: Any) -> Any:
        """Sends a command to the standups service, which must succeed.

        Returns:
            Its reply.
        """
        body = getattr(self.models, "".join(part[0].upper() + part[1:] for part in name.split("_")) + "Body")
        response = self.call("standups", name, body=body.from_dict(members))
        assert response.status_code == 200, (name, response.status_code, response.content)
        return response.parsed


def meet(client: Client) -> None:
    """A standup is created and listed; it meets, and its minutes are read; an unknown one is an error."""
    standup = client.command(
        "standups_create", title="Generated", durationMs=600_000, attendees=[{"name": "Ada"}, {"name": "Grace"}])
    assert standup.title == "Generated" and [one.name for one in standup.attendees] == ["Ada", "Grace"], standup
    listed = client.command("standups_list").standups
    assert standup.id in [one.standup.id for one in listed], listed
    live = client.command("meetings_start", standup=str(standup.id), isRecorded=False)
    assert live.session.speaker_index == 0
    assert client.command("meetings_next", id=str(live.session.id)).session.speaker_index == 1
    ending = client.command("meetings_end", id=str(live.session.id))
    assert ending.session.destination, "the meeting does not ask how to end"
    client.command("meetings_answer", id=str(live.session.id), action="saveAndEnd")
    found = client.command("standups_get", id=str(standup.id)).meetings
    assert [one.id for one in found] == [live.session.id], found
    minutes = client.call("gateway", "minutes", standup=standup.id, meeting=live.session.id)
    assert minutes.status_code == 200 and "Generated" in minutes.parsed, minutes
    body = client.models.StandupsGetBody.from_dict({"id": str(live.session.id)})
    missing = client.call("standups", "standups_get", body=body)
    assert missing.status_code == 404 and missing.parsed.code == "not_found", missing
