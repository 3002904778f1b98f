"""Sends requests that schemathesis generates from the document, and checks the responses against it."""

from __future__ import annotations

import copy
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from .findings import EXCLUDED, Finding
from .installation import Credential

ROOT = Path(__file__).resolve().parents[3]
MAX_LINE = 1000
"""Maximum length of a line of a report; a request may have a long address."""
PHASES = "examples,coverage,fuzzing"
REJECTIONS = (400, 401, 403, 404, 405, 406, 409, 413, 414, 415, 422, 428, 429, 431, "5xx")
"""Statuses of the response to an invalid request: those that schemathesis expects, and those for a too large one."""


def prepared(root: dict[str, Any], url: str, credentials: list[Credential], ids: dict[str, list[str]]) -> dict[str, Any]:
    """A copy of the document for one installation: with its address, its cookie, and the ids of its objects."""
    root = copy.deepcopy(root)
    root["servers"] = [{"url": url}]
    for scheme in root["components"]["securitySchemes"].values():
        if scheme.get("in") == "cookie":
            scheme["name"] = next((one.name for one in credentials if one.place == "cookie"), scheme["name"])
    for group in ("schemas", "parameters"):
        for name, found in root["components"].get(group, {}).items():
            if name in ids and group == "schemas":
                root["components"][group][name] = {
                    "description": found["description"], "anyOf": [{"enum": ids[name]}, found]}
            elif name in ids:
                found["schema"] = {"anyOf": [{"enum": ids[name]}, found["schema"]]}
    # In a request, null is the same as the absence of a member. Tests/Contract checks that responses have none.
    allow_null(root["paths"])
    allow_null(root["components"].get("schemas", {}))
    # Each command reads it in the same way, and fails early if it is not the name of a cell.
    cell = {"$ref": "#/components/parameters/cell"}
    for path in root["paths"].values():
        for operation in path.values():
            if cell in operation.get("parameters", ()) and operation["operationId"] != "router_health":
                operation["parameters"].remove(cell)
    return root


def allow_null(part: Any) -> None:
    """Permits null for the optional members of all objects in a part of the document."""
    if isinstance(part, list):
        for one in part:
            allow_null(one)
    elif isinstance(part, dict):
        for one in part.values():
            allow_null(one)
        properties = part.get("properties")
        if part.get("type") == "object" and isinstance(properties, dict):
            for name in properties.keys() - set(part.get("required", ())):
                properties[name] = {"anyOf": [properties[name], {"type": "null"}]}


def cursors(root: dict[str, Any]) -> set[str]:
    """The operations that read a list page by page."""
    return {
        f"{method.upper()} {path}" for path, operations in root["paths"].items()
        for method, operation in operations.items()
        if "after" in body(operation).get("properties", {}) or any(one.get("name") == "after" for one in operation.get("parameters", ()))}


def body(operation: dict[str, Any]) -> dict[str, Any]:
    """The schema of the body of a request."""
    return operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})


def byte_limits(root: dict[str, Any], schema: dict[str, Any], outer: frozenset[str] = frozenset()) -> Any:
    """The largest number of bytes of each text of a value, of which JSON Schema limits only the characters.

    Returns:
        An integer for a text, a dictionary by member for an object, with the key "" for the elements of an array;
        None without a limit.
    """
    if name := schema.get("$ref", "").rpartition("/")[2]:
        return None if name in outer else byte_limits(root, root["components"]["schemas"][name], outer | {name})
    if "x-maxBytes" in schema:
        return schema["x-maxBytes"]
    inner = {**schema.get("properties", {}), **({"": schema["items"]} if "items" in schema else {})}
    limits = {member: byte_limits(root, one, outer) for member, one in inner.items()}
    return {member: one for member, one in limits.items() if one} or None


def body_limits(root: dict[str, Any]) -> dict[str, Any]:
    """The byte limits of the body of each operation that has some."""
    limits = {
        f"{method.upper()} {path}": byte_limits(root, body(operation)) for path, operations in root["paths"].items()
        for method, operation in operations.items()}
    return {label: one for label, one in limits.items() if one}


def check(
    root: dict[str, Any], url: str, directory: Path, credentials: list[Credential], ids: dict[str, list[str]], *,
    examples: int, seed: int, phases: str = PHASES,
) -> tuple[list[Finding], str, int]:
    """Runs schemathesis.

    Returns:
        The findings, its own report, and the number of requests.
    Raises:
        RuntimeError: it did not run to the end.
    """
    directory.mkdir(parents=True, exist_ok=True)
    path, result = directory / "openapi.yaml", directory / "result.json"
    path.write_text(yaml.safe_dump(prepared(root, url, credentials, ids), allow_unicode=True), encoding="utf-8")
    (directory / "schemathesis.toml").write_text(
        f"[checks.negative_data_rejection]\nexpected-statuses = {json.dumps([str(one) for one in REJECTIONS])}\n")
    settings = {
        "url": url, "origin-of-the-document": root["servers"][0]["url"],
        "byte-limits": body_limits(root), "credentials": [[one.place, one.name, one.value] for one in credentials]}
    excluded = [argument for name in EXCLUDED for argument in ("--exclude-name", name)]
    command = [
        sys.executable, "-m", "schemathesis.cli", "run", str(path), "--url", url, "--phases", phases,
        "--max-examples", str(examples), "--seed", str(seed), "--generation-database", "none", "--checks", "all",
        "--continue-on-failure", "--request-timeout", "30", "--no-color", "--report", "json",
        "--report-json-path", str(result), *excluded]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("STANDUPS_")}
    environment |= {"SCHEMATHESIS_HOOKS": "conformance.hooks", "CONFORMANCE_SETTINGS": json.dumps(settings)}
    # It leaves its cache in the current directory.
    ended = subprocess.run(
        command, cwd=directory, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    report = ended.stdout + ended.stderr
    if not result.is_file():
        raise RuntimeError(f"schemathesis exited with {ended.returncode}:\n{report}")
    found = json.loads(result.read_text(encoding="utf-8"))
    if not found["complete"] or not found["operations"]["tested"]:
        raise RuntimeError(f"schemathesis stopped: {found['stop_reason']}:\n{report}")
    findings = [
        Finding(failure["type"], operation, operation in cursors(root)) for failure in found["failures"] for operation in failure["operations"]]
    findings += [Finding("Error", error["title"]) for error in found["errors"]]
    return findings, report, found["test_cases"]["generated"]


def excerpt(report: str, operation: str) -> str:
    """The part of a report about one operation."""
    parts = re.split(r"^_+ (.+?) _+$", report, flags=re.MULTILINE)
    found = next((text for name, text in zip(parts[1::2], parts[2::2], strict=False) if name == operation), "")
    return "\n".join(line[:MAX_LINE] for line in found.split("\n====")[0].splitlines() if line)
