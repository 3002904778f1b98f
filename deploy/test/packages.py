"""Installs, uses, upgrades, removes and purges the packages in a container that systemd runs; then tries the archive."""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from harness.shell import Failed, run, say, until

#: A typical Debian: with systemd, and without Swift.
MACHINE = Path(__file__).resolve().parent / "machine/Dockerfile"

#: Rights that systemd needs in a container in addition to the defaults: without SYS_PTRACE, ProtectProc= hides from
#: itself.
RIGHTS = ["--cap-add", "SYS_ADMIN", "--cap-add", "SYS_PTRACE", "--security-opt", "seccomp=unconfined", "--security-opt", "apparmor=unconfined",
          "--cgroupns=host", "--volume", "/sys/fs/cgroup:/sys/fs/cgroup", "--tmpfs", "/run", "--tmpfs", "/run/lock",
          "--stop-signal", "SIGRTMIN+3", "--env", "container=docker"]

#: Receivers of webhooks that reject the same requests as the chats.
FIXTURES = Path(__file__).resolve().parents[2] / "Tests/Fixtures"

#: A provider for single sign-on, and a browser that uses it.
SIGN_IN = Path(__file__).resolve().parents[2] / "Tests/SignIn"

#: Maximum exposure of a unit according to systemd (`systemd-analyze security`, 0 to 10).
EXPOSURE = 2.0


class Machine:
    """The container."""

    def __init__(self, folders: list[Path]) -> None:
        self.name = f"standups-package-{os.getpid()}"
        image = f"{self.name}:machine"
        run(["docker", "build", "--quiet", "--tag", image, "-"], text=MACHINE.read_text(encoding="utf-8"), timeout=600)
        shared = [word for folder in folders for word in ("--volume", f"{folder}:{folder}:ro")]
        self.image = image
        run(["docker", "run", "--detach", "--name", self.name, *RIGHTS, *shared, image])
        until(lambda: self("systemctl", "is-system-running", check=False).stdout.strip() == "running", 30,
              "systemd runs in a container")

    def __call__(self, *command: str, user: str = "root", check: bool = True, timeout: float = 120):
        return run(["docker", "exec", "--user", user, self.name, *command], check=check, timeout=timeout)

    def shell(self, script: str, user: str = "root", check: bool = True):
        return self("bash", "-c", script, user=user, check=check)

    def end(self) -> None:
        run(["docker", "rm", "--force", self.name], check=False)
        run(["docker", "rmi", "--force", self.image], check=False)


def part(name: str, body) -> None:
    begin = time.monotonic()
    body()
    say(f"  ok   {name} ({time.monotonic() - begin:.1f} s)")


def expect(condition: object, sentence: str) -> None:
    if not condition:
        raise Failed(sentence)


class Test:
    """A user's steps with the packages, in this order."""

    def __init__(self, machine: Machine, before: Path, now: Path, engine: Path | None) -> None:
        self.machine, self.before, self.now, self.engine = machine, before, now, engine
        self.units = sorted(path.stem for path in Path("deploy/systemd").glob("standups-*.service"))

    def apt(self, *words: str) -> None:
        self.machine("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qy", "--no-install-recommends",
                     "-o", "Dpkg::Options::=--force-confold", *words, timeout=600)

    def standups(self, *words: str, user: str = "ann", check: bool = True):
        return self.machine("standups", *words, user=user, check=check)

    def packages(self, folder: Path) -> list[str]:
        return sorted(str(path) for path in folder.glob("*.deb"))

    def processes(self) -> dict[str, str]:
        return {unit: self.machine("systemctl", "show", "--property=MainPID", "--value", unit).stdout.strip()
                for unit in self.units}

    def well(self) -> None:
        """All units run, and the router reports no missing service."""
        for unit in self.units:
            until(lambda unit=unit: self.machine("systemctl", "is-active", unit, check=False).stdout.strip() == "active",
                  20, f"{unit} runs")
        until(lambda: json.loads(self.standups("ping", "--json", check=False).stdout or "{}").get("status") == "ok", 20,
              "all services answer a member of the group")

    # --- in this order

    def install(self) -> None:
        self.apt("update")
        self.apt("install", *self.packages(self.before))
        refusal = self.standups("list", user="bob", check=False)
        expect(refusal.returncode == 77 and "adduser" in refusal.stderr, f"bob is told what to do: {refusal.stderr}")
        self.machine("adduser", "--quiet", "ann", "standups")
        self.well()

    def systemd_agrees(self) -> None:
        said = self.machine("systemd-analyze", "verify", "--man=no", "standups.target",
                            *(f"{unit}.service" for unit in self.units))
        ours = [line for line in said.stderr.splitlines() if "standups" in line]
        expect(not ours, "\n".join(["systemd-analyze verify says:", *ours]))
        for unit in self.units:
            rated = self.machine("systemd-analyze", "security", "--no-pager", f"{unit}.service", check=False).stdout
            exposure = float(re.findall(r"Overall exposure level for \S+: ([\d.]+)", rated)[-1])
            expect(exposure <= EXPOSURE, f"{unit} is exposed by {exposure}, more than {EXPOSURE}")
        failed = self.machine("systemctl", "--failed", "--no-legend", "--plain").stdout.strip()
        expect(not failed, f"units failed: {failed}")

    def apart(self) -> None:
        """Each service has its own user, which can read neither the database nor the memory of the others."""
        users = {self.machine("ps", "-o", "user:40=", "-p", pid).stdout.strip(): pid
                 for pid in self.processes().values()}
        expect(set(users) == set(self.units), f"each has its own user: {sorted(users)}")
        self.machine("test", "-r", "/var/lib/standups/standups.db", user="standups-persistence")
        for user in sorted(set(users) - {"standups-persistence"}):
            for path in ("/var/lib/standups/standups.db", f"/proc/{users['standups-persistence']}/environ"):
                refused = self.machine("cat", path, user=f"{user}:standups", check=False)
                expect(refused.returncode and "denied" in refused.stderr, f"{user} cannot read {path}: {refused.stderr}")

    def use(self) -> None:
        self.standups("add", "Daily", "--duration", "15m", "--attendee", "Ann", "--attendee", "Bob")
        self.standups("start", "Daily", "--no-record", "--detach")
        self.standups("end", "Daily")
        self.standups("answer", "Daily", "save-and-end")
        self.expect_meeting()
        expect("standups" in self.machine("man", "--whatis", "standups-start").stdout, "there are manual pages")
        listed = self.machine.shell("source /usr/share/bash-completion/completions/standups && complete -p standups")
        expect("standups" in listed.stdout, "bash completes")
        expect(self.standups("engine", "check", "--system", check=False).returncode == 69, "the engine is missing")

    def two_teams(self) -> None:
        """The commands of docs/how-to/add-teams.md; then each visitor sees the standups of their teams only."""
        text = Path("docs/how-to/add-teams.md").read_text(encoding="utf-8")
        blocks = re.findall(r"^```sh\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
        ann = ""
        said = []
        for line in (line for block in blocks for line in block.splitlines()):
            # A command whose output is kept in a variable is run alone.
            command = re.sub(r"^TOKEN=\$\((.*)\)$", r"\1", line.split("  #")[0].replace("ID", ann).strip())
            if not command.startswith("standups ") or command.startswith("standups keys"):
                continue
            output = self.machine.shell(command.split(" | jq")[0], user="ann").stdout
            said.append((command, output))
            if "people show" in command:
                ann = json.loads(output)["id"]
        expect(len(said) == 17, f"all commands of the page were run: {[command for command, _ in said]}")
        token = next(line.strip() for command, output in said if command.startswith("standups tokens")
                     for line in output.splitlines() if line.strip().startswith("standups_"))

        def titles(*header: str) -> list[str]:
            reply = self.ask("/api/standups", *header)
            return sorted(each["standup"]["title"] for each in json.loads(reply)["standups"])

        expect(titles("Authorization: Bearer " + token) == ["Daily", "Web daily"], "a token sees its team")
        for person, seen in (("ann", ["Daily", "Web daily"]), ("cy", ["On call"]), ("dee", ["Daily", "On call", "Web daily"])):
            link = json.loads(self.standups("web", "invite", "--person", f"{person}@example.com", "--json").stdout)
            cookie = self.ask("/api/login", body=json.dumps({"code": link["code"]}))
            expect(titles("Cookie: " + cookie) == seen, f"{person} sees {seen}")
        audit = self.standups("audit", "--since", "1d").stdout
        expect("Ann" in audit, f"the audit names Ann: {audit}")
        for standup in ("Web daily", "On call"):
            self.standups("delete", standup, "--yes")
        self.standups("edit", "Daily", "--team", "default")

    def sign_in(self) -> None:
        """The commands and the file of docs/how-to/sign-in.md, with Glewlwyd as the provider."""
        self.machine("systemctl", "mask", "glewlwyd")
        self.apt("install", "dbconfig-sqlite3", "glewlwyd", "python3-cryptography")
        text = Path("docs/how-to/sign-in.md").read_text(encoding="utf-8")
        section = text.split("## Configure the gateway")[1].split("\n## ")[0]
        configuration = json.loads(section.split("```json\n")[1].split("```")[0])
        commands = [line.split("  #")[0].strip().removeprefix("sudo ").replace("| sudo ", "| ")
                    for block in re.findall(r"^```sh\n(.*?)^```", section, re.DOTALL | re.MULTILINE)
                    for line in block.splitlines()]
        self.standups("add", "Web daily", "--team", "web", "--attendee", "Ann", "--attendee", "Bob")
        with subprocess.Popen(
            ["docker", "exec", "--interactive", "--env", f"PYTHONPATH={SIGN_IN}", "--env", "PYTHONDONTWRITEBYTECODE=1",
             self.machine.name, "python3", "-m", "signin.installed", "http://127.0.0.1:8080", "company"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        ) as visitor:
            assert visitor.stdin and visitor.stdout

            def next_step() -> dict:
                line = visitor.stdout.readline()
                expect(line, "the visitor goes on")
                return json.loads(line)

            def go_on() -> None:
                visitor.stdin.write("\n")
                visitor.stdin.flush()

            registered = next_step()
            configuration["providers"][0] |= {"issuer": registered["issuer"], "clientID": registered["id"]}
            for command in commands:
                if command.startswith("sudoedit"):
                    self.type("tee", command.split()[1], text=json.dumps(configuration))
                elif command.startswith("install"):
                    self.type(*command.split(), text=registered["secret"])
                # The team exists since docs/how-to/add-teams.md.
                elif not command.startswith("standups teams"):
                    self.machine.shell(command)
            self.machine.shell("echo STANDUPS_SIGN_IN_REFRESH=5 >>/etc/standups/gateway.env")
            self.machine("systemctl", "restart", "standups-gateway")
            self.well()
            go_on()
            seen = next_step()
            expect(seen["status"] == 303 and seen["target"].endswith("/health") and seen["me"]["name"] == "Ann Example",
                   f"Ann is signed in: {seen}")
            titles = sorted(each["standup"]["title"] for each in seen["standups"]["standups"])
            expect(titles == ["Web daily"], f"Ann sees her team's standups only: {titles}")
            go_on()
            left = next_step()
            expect(left["seconds"] is not None, "a person who left the group loses access within six minutes")
            say(f"       access ended {left['seconds']} s after the group was removed")
            go_on()
        self.standups("delete", "Web daily", "--yes")

    def type(self, *command: str, text: str) -> None:
        """Runs a command in the machine, which reads this text."""
        run(["docker", "exec", "--interactive", self.machine.name, *command], text=text)

    def ask(self, path: str, *headers: str, body: str | None = None) -> str:
        """Asks the gateway from within the machine. Returns the body, or the cookie that the response sets."""
        program = ("import json, sys, urllib.request as web; path, body, *headers = json.loads(sys.argv[1]); "
                   "headers = dict(each.split(': ', 1) for each in headers); origin = 'http://127.0.0.1:8080'; "
                   "ask = web.Request(origin + path, body and body.encode(), {**headers, **({'Origin': origin, "
                   "'Content-Type': 'application/json'} if body else {})}); reply = web.urlopen(ask); "
                   "print((reply.headers['Set-Cookie'] or '').split(';')[0] or reply.read().decode())")
        return self.machine("python3", "-c", program, json.dumps([path, body, *headers])).stdout.strip()

    def tell_a_chat(self) -> None:
        """A schedule starts a meeting, and it ends on time; without any action its summary arrives in the chat."""
        chat = "/tmp/chat"
        self.machine("systemd-run", "--quiet", "--unit=chat", f"--property=StandardOutput=file:{chat}.port",
                     "/usr/bin/python3", str(FIXTURES / "receiver.py"), chat, "--stay")

        def port() -> str:
            return self.machine("cat", f"{chat}.port", check=False).stdout.strip()

        until(port, 20, "a chat is there")
        self.standups("webhook", "add", f"http://127.0.0.1:{port()}/mattermost", "--format", "mattermost")
        self.standups("add", "Planning", "--duration", "6s", "--attendee", "Ann", "--attendee", "Bob")
        at = self.machine("date", "--date=now + 65 seconds", "+%H:%M").stdout.strip()
        self.standups("schedule", "Planning", "--at", at, "--on", "daily", "--zone", "UTC", "--start")

        def summaries() -> list[str]:
            posts = [json.loads(line) for line in self.machine("cat", chat, check=False).stdout.splitlines()]
            refused = [post for post in posts if post["status"] != 200]
            expect(not refused, f"the chat refused: {refused}")
            return [post["said"] for post in posts if "Planning" in post["said"] and "Bob" in post["said"]]

        until(summaries, 90, "the summary is in the chat")
        for line in summaries()[-1].splitlines():
            say(f"       {line}")
        for webhook in json.loads(self.standups("webhook", "list", "--json").stdout)["webhooks"]:
            self.standups("webhook", "remove", webhook["id"], "--yes")
        self.standups("delete", "Planning", "--yes")
        until(lambda: not json.loads(self.standups("schedule", "--json").stdout)["schedules"], 20,
              "its schedule went with it")
        self.machine("systemctl", "stop", "chat")

    def expect_meeting(self) -> None:
        past = json.loads(self.standups("meetings", "list", "Daily", "--json").stdout)
        expect(len(past["meetings"]) == 1, f"the meeting is there: {past}")

    def have_engine(self) -> None:
        run(["docker", "cp", str(self.engine), f"{self.machine.name}:/usr/lib/standups/engine"])
        self.machine("chown", "-R", "root:root", "/usr/lib/standups/engine")
        self.standups("engine", "check", "--system")
        self.machine("systemctl", "restart", "standups-transcription")
        self.well()
        until(lambda: self.standups("health", "--check", check=False).returncode == 0, 30, "health misses nothing")

    def upgrade(self) -> None:
        self.machine.shell("echo '# the administrator was here' >>/etc/standups/standups.env")
        pids = self.processes()
        self.apt("install", *self.packages(self.now))
        until(lambda: not set(self.processes().items()) & set(pids.items()), 30, "all services were started again")
        self.well()
        self.expect_meeting()
        expect("administrator" in self.machine("cat", "/etc/standups/standups.env").stdout, "settings stay")

    def stays_disabled(self) -> None:
        self.machine("systemctl", "disable", "--now", "standups.target")
        self.apt("reinstall", *self.packages(self.now))
        active = self.machine("systemctl", "is-active", "standups.target", check=False).stdout.strip()
        expect(active == "inactive", f"what was disabled stays so: {active}")
        self.machine("systemctl", "enable", "--now", "standups.target")
        self.well()

    def remove(self) -> None:
        self.apt("remove", "standups-server")
        expect(set(self.processes().values()) == {"0"}, "services were stopped")
        expect(self.machine("test", "-e", "/usr/lib/standups/router-service", check=False).returncode, "programs are gone")
        self.machine("test", "-e", "/var/lib/standups/standups.db")
        self.apt("install", *self.packages(self.now))
        self.well()
        self.expect_meeting()

    def go_back(self) -> None:
        self.machine("standups", "backup", "standups.db")
        self.standups("add", "Later")
        refused = self.machine("standups", "restore", "/var/lib/standups/backups/standups.db", "--data", "/var/lib/standups",
                               check=False)
        expect(refused.returncode == 75 and "in use" in refused.stderr, f"a database in use is left: {refused.stderr}")
        self.machine("systemctl", "stop", "standups.target", "standups-*.service")
        self.machine("standups", "restore", "/var/lib/standups/backups/standups.db", "--data", "/var/lib/standups")
        self.machine("systemctl", "start", "standups.target")
        self.well()
        titles = [one["standup"]["title"] for one in json.loads(self.standups("list", "--json").stdout)["standups"]]
        expect(titles == ["Daily"], f"the list is that of the backup: {titles}")
        self.expect_meeting()

    def purge(self) -> None:
        self.apt("purge", "standups-server", "standups")
        for path in ("/var/lib/standups", "/usr/lib/standups", "/etc/standups", "/usr/bin/standups", "/run/standups"):
            expect(self.machine("test", "-e", path, check=False).returncode, f"{path} is gone")
        left = self.machine.shell("dpkg -l | grep standups", check=False).stdout
        expect(not left, f"nothing is left: {left}")

    def archive(self) -> None:
        (path,) = self.now.glob("*.tar.gz")
        readme = subprocess.run(
            ["tar", "-xzOf", str(path), "--wildcards", "*/README"], check=True, capture_output=True, text=True
        ).stdout
        for library in ("libzmq5", "libical3", "libnats3.4", "libsndfile1"):
            expect(library in readme, f"README of the archive names {library}")
        self.machine("tar", "-C", "/usr/local", "--strip-components=1", "--exclude=README", "-xzf", str(path))
        self.machine.shell("standups up >/tmp/up.log 2>&1 </dev/null & echo $! >/tmp/up.pid", user="ann")
        until(lambda: self.standups("ping", check=False).returncode == 0, 20, "“standups up” works from the archive")
        self.standups("add", "Weekly", "--attendee", "Ann")
        self.machine.shell("kill $(cat /tmp/up.pid)", user="ann")
        until(lambda: self.machine.shell("kill -0 $(cat /tmp/up.pid)", check=False).returncode, 20, "it ends")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, required=True, help="packages of the version before")
    parser.add_argument("--now", type=Path, required=True, help="packages to try")
    parser.add_argument("--keep", action="store_true", help="leave the container running")
    options = parser.parse_args()
    os.chdir(Path(__file__).resolve().parents[2])
    engine = Path(os.environ.get("STANDUPS_ENGINE") or Path.home() / ".cache/standups/engine")
    machine = None
    try:
        machine = Machine([options.before, options.now, FIXTURES, SIGN_IN])
        test = Test(machine, options.before, options.now, engine)
        part("installed: services run, members of the group may use them", test.install)
        part("systemd finds nothing wrong", test.systemd_agrees)
        part("each service is a user of its own", test.apart)
        part("a meeting, manual pages, completion", test.use)
        if engine.is_dir():
            part("the speech engine", test.have_engine)
        else:
            say(f"  note without a speech engine, as there is none in {engine}")
        part("two teams, as described in docs/how-to/add-teams.md", test.two_teams)
        part("single sign-on, as described in docs/how-to/sign-in.md", test.sign_in)
        part("a scheduled meeting, and its summary in a chat", test.tell_a_chat)
        part("upgraded: services started again, data and settings there", test.upgrade)
        part("upgraded while disabled", test.stays_disabled)
        part("removed and installed again: data there", test.remove)
        part("a backup, and back to it", test.go_back)
        part("purged: nothing left", test.purge)
        part("the archive", test.archive)
    except Failed as failure:
        say(f"error: {failure}")
        return 1
    finally:
        if machine and not options.keep:
            machine.end()
    say("The packages hold.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
