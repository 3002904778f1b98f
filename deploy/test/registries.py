"""Registries on this machine, to publish to and install from: of images, of Python packages, of npm packages."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote

sys.path.insert(0, str(Path(__file__).resolve().parent))

from harness.shell import Failed, run, until

#: The index of Python packages, from PyPI.
PYPISERVER = "pypiserver==2.4.2"


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5):
            return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


class Process:
    """A server that runs until `end`."""

    def __init__(self, command: list[str], url: str, log: Path) -> None:
        self.url = url
        with log.open("wb") as output:
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output)

        def is_up() -> bool:
            if self._process.poll() is not None:
                raise Failed(f"{command[0]} ended: {log.read_text(encoding='utf-8', errors='replace')[-500:]}")
            return answers(url)

        until(is_up, 30, f"{Path(command[0]).name} answers at {url}")

    def end(self) -> None:
        self._process.terminate()
        self._process.wait(30)


class ImageRegistry:
    """The reference registry: its own image if that can be pulled, otherwise Debian's package, not installed."""

    def __init__(self, directory: Path, port: int) -> None:
        self.host = f"127.0.0.1:{port}"
        self.url = f"http://{self.host}/v2/"
        self._container = ""
        self._process: Process | None = None
        if self._pulled():
            self._container = run(["docker", "run", "--detach", "--publish", f"{self.host}:5000", "registry:2"]).stdout.strip()
            until(lambda: answers(self.url), 30, "the registry answers")
            self.kind = "registry:2"
        else:
            configuration = directory / "registry.yml"
            configuration.write_text(json.dumps({
                "version": "0.1", "storage": {"filesystem": {"rootdirectory": str(directory / "images")}},
                "http": {"addr": self.host}}), encoding="utf-8")
            self._process = Process([str(self._program()), "serve", str(configuration)], self.url, directory / "registry.log")
            self.kind = "Debian's docker-registry"

    @staticmethod
    def _pulled() -> bool:
        if run(["docker", "image", "inspect", "registry:2"], check=False).returncode == 0:
            return True
        try:
            return run(["docker", "pull", "--quiet", "registry:2"], check=False, timeout=60).returncode == 0
        except Failed:
            return False

    @staticmethod
    def _program() -> Path:
        """Debian's program, from the path or the cache; fetched once, without its service."""
        installed = shutil.which("docker-registry")
        if installed:
            return Path(installed)
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "standups/docker-registry"
        program = cache / "docker-registry"
        if not program.exists():
            with tempfile.TemporaryDirectory() as directory:
                run(["apt-get", "-q", "-o", "APT::Sandbox::User=root", "download", "docker-registry"], cwd=directory)
                [package] = Path(directory).glob("*.deb")
                run(["dpkg-deb", "--extract", str(package), f"{directory}/package"])
                cache.mkdir(parents=True, exist_ok=True)
                temporary = cache / f"docker-registry.{os.getpid()}"
                shutil.copy(f"{directory}/package/usr/bin/docker-registry", temporary)
                temporary.replace(program)
        return program

    def tags(self, name: str) -> set[str]:
        with urllib.request.urlopen(f"{self.url}{name}/tags/list", timeout=10) as answer:
            return set(json.load(answer)["tags"])

    def end(self) -> None:
        if self._container:
            run(["docker", "rm", "--force", "--volumes", self._container], check=False)
        if self._process:
            self._process.end()


class PythonIndex(Process):
    """pypiserver, which accepts every upload and knows no other index."""

    def __init__(self, directory: Path, port: int) -> None:
        environment = directory / "pypiserver"
        run([sys.executable, "-m", "venv", str(environment)])
        run([str(environment / "bin/pip"), "install", "--quiet", "--disable-pip-version-check", PYPISERVER])
        self.packages = directory / "python"
        self.packages.mkdir()
        url = f"http://127.0.0.1:{port}/"
        super().__init__([str(environment / "bin/pypi-server"), "run", "--interface", "127.0.0.1", "--port", str(port),
                          "--passwords", ".", "--authenticate", ".", "--disable-fallback", str(self.packages)],
                         url, directory / "pypiserver.log")
        self.simple = f"{url}simple/"


class NpmRegistry:
    """The part of npm's registry that `npm publish`, `npm view` and `npm install` need, in memory."""

    def __init__(self) -> None:
        #: The documents of packages and their archives, by name and by file name.
        self.documents: dict[str, dict[str, Any]] = {}
        self.archives: dict[str, bytes] = {}
        registry = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                pass

            def _answer(self, status: int, body: bytes, kind: str = "application/json") -> None:
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_GET(self) -> None:
                name, _, file = unquote(self.path.split("?")[0].lstrip("/")).partition("/-/")
                if file in registry.archives:
                    self._answer(200, registry.archives[file], "application/octet-stream")
                elif name in registry.documents:
                    self._answer(200, json.dumps(registry.documents[name]).encode())
                else:
                    self._answer(404, b'{"error": "not found"}')

            def do_PUT(self) -> None:
                sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                if not self.headers.get("Authorization"):
                    self._answer(401, b'{"error": "a token is needed"}')
                    return
                attachments = sent.pop("_attachments")
                kept = registry.documents.setdefault(sent["name"], {**sent, "versions": {}, "dist-tags": {}})
                if sent["versions"].keys() & kept["versions"].keys():
                    self._answer(403, b'{"error": "this version exists"}')
                    return
                kept["versions"] |= sent["versions"]
                kept["dist-tags"] |= sent["dist-tags"]
                for file, attachment in attachments.items():
                    registry.archives[file] = base64.b64decode(attachment["data"])
                self._answer(201, b"{}")

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self._server.server_port}"
        self.url = f"http://{self.host}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def end(self) -> None:
        self._server.shutdown()
        self._server.server_close()
