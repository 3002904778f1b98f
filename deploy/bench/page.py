"""The page: waiting times in one browser, and a thousand browsers on one gateway, which is killed.

The browsers follow the page's stream, and then Server-Sent Events.
"""

import contextlib
import http.client
import json
import os
import pathlib
import resource
import signal
import subprocess
import time
import urllib.request

import hands
import peers
from ratios import count, median
from words import number, table

ROOT = pathlib.Path(__file__).parent.parent.parent
BROWSERS = 1000
#: Number of streams that wait for events, nearly the most that one gateway accepts.
IDLE = 10_000
#: Time in seconds without an event: two comments of Server-Sent Events.
SILENCE = 32
#: Maximum number of streams of a session: StreamLimits.maxPerSession.
STREAMS_PER_SESSION = 32
#: Duration in seconds, and edits of a standup per second.
SECONDS, PER_SECOND = 20, 15
#: Targets and their units.
MOST = {
    "first contentful paint": (300, "ms"),
    "1,000 standups drawn": (100, "ms"),
    "one of 1,000 changed": (16, "ms"),
    "tick to pixel, p50": (20, "ms"),
    "tick to pixel, p99": (100, "ms"),
    "1,000 browsers: memory": (25, "MB"),
    "1,000 browsers: CPU per message": (10, "µs"),
    "gateway killed: until all browsers have reconnected": (5, "s"),
    "1,000 event streams: memory": (12, "MB"),
    "1,000 event streams: CPU per message": (10, "µs"),
    "10,000 idle event streams: memory of each": (12, "KB"),
    "10,000 idle event streams: CPU while nothing happens": (3, "%"),
}
#: The figures of measure.py.
FIGURES = {
    "first contentful paint": "firstContentfulPaintMs", "1,000 standups drawn": "drawn1000Ms",
    "one of 1,000 changed": "oneOf1000ChangedMs", "tick to pixel, p50": "tickToPixelP50Ms",
    "tick to pixel, p99": "tickToPixelP99Ms",
}


#: Rows of the table of 1,000 browsers: a name, and the text of a column, from a function that returns a figure.
ROWS = (
    ("memory of the gateway without browsers", lambda of: f"{number(of('idleMB'))} MB"),
    ("additional memory with browsers", lambda of: f"{number(of('memoryMB'))} MB"),
    ("CPU of the gateway per message sent, including all processing before it",
     lambda of: f"{number(of('cpuUs'))} µs"),
    ("from the edit request until a browser receives the event, p50, p99",
     lambda of: f"{number(of('p50Ms'))} ms, {number(of('p99Ms'))} ms"),
    ("killed: until all browsers have reconnected", lambda of: f"{number(of('resumedS'))} s"),
    ("events missed, repeated", lambda of: f"{of('missed'):.0f}, {of('repeated'):.0f}"),
    ("browsers that had to restart from a snapshot", lambda of: f"{of('reset'):.0f}"),
)


#: Rows of the table of idle streams, like `ROWS`.
IDLE_ROWS = (
    ("memory of each stream", lambda of: f"{number(of('streamKB'))} KB"),
    ("CPU of the gateway while nothing happens", lambda of: f"{number(of('idlePercent'))} %"),
    ("CPU of the gateway per message sent", lambda of: f"{number(of('cpuUs'))} µs"),
    ("from the edit request until a stream receives the event, p50, p99",
     lambda of: f"{number(of('p50Ms'))} ms, {number(of('p99Ms'))} ms"),
    ("memory after all have disconnected, relative to before",
     lambda of: f"{number(of('leftMB'))} MB"),
    ("open files after all have disconnected, relative to before", lambda of: f"{of('leftFiles'):.0f}"),
)


class Gateway:
    """The gateway of all services, with an operator's session."""

    def __init__(self, bench, environment, port):
        self.bench, self.environment, self.port = bench, environment, port
        self.base = f"http://127.0.0.1:{port}"
        self.cookie = self.log_in("127.0.0.1")

    def log_in(self, address):
        """Logs in from an address of this machine, because the logins of each address and name are limited."""
        made = self.run("web", "invite", f"bench-{address.rsplit('.', 1)[1]}", "--role", "operator", "--json")
        code = json.loads(made)["link"].split("login=")[1]
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20, source_address=(address, 0))
        connection.request("POST", "/api/login", json.dumps({"code": code}),
                           {"Content-Type": "application/json", "Origin": self.base})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        if answer.status != 204:
            raise OSError(f"the login was refused: {answer.status}")
        return answer.headers["Set-Cookie"].split(";")[0]

    def run(self, *words):
        return subprocess.run([str(self.bench.programs / "standups"), *words], env=self.environment, check=True,
                              capture_output=True, text=True, timeout=30).stdout

    def post(self, path, body, cookie=None):
        fields = {"Content-Type": "application/json", "Origin": self.base}
        if cookie:
            fields["Cookie"] = cookie
        request = urllib.request.Request(self.base + path, json.dumps(body).encode(), fields, method="POST")
        return urllib.request.urlopen(request, timeout=20)

    def ask(self, target, **body):
        with self.post(f"/api/commands/{target}", body, self.cookie) as answer:
            return json.loads(answer.read())

    def change(self, standup):
        """Edits a standup, with the time of the request in the event."""
        return self.ask("standups.edit", id=standup["id"], title=f"sent={time.time_ns() // 1000}")

    def process(self):
        """Its current process."""
        return hands.process(self.environment, "gateway-service")


def cpu_us(process):
    words = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) * 1_000_000 / os.sysconf("SC_CLK_TCK")


class Crowd:
    """The browsers: a C program that prints a line whenever all of them follow, and on request.

    The streams of a session are limited, so the browsers use several sessions.
    """

    def __init__(self, bench, gateway, meeting, kind, size=BROWSERS):
        sessions = -(-size // STREAMS_PER_SESSION)
        # An address may log in ten times per minute.
        cookies = ",".join(gateway.log_in(f"127.0.1.{2 + session // 8}") for session in range(sessions))
        self.process = subprocess.Popen(
            [str(bench.floors / "page-crowd"), str(gateway.port), cookies, str(size), meeting, kind],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def hear(self, kind):
        for line in self.process.stdout:
            told = json.loads(line)
            if kind in told:
                return told
        raise OSError("the browsers exited")

    def look(self):
        self.process.stdin.write("look\n")
        self.process.stdin.flush()
        return self.hear("looked")

    def all_have(self, head):
        """Waits until each has received the journal's last sequence."""
        began = time.monotonic()
        while True:
            told = self.look()
            if told["least"] >= head or time.monotonic() - began > 20:
                return told
            time.sleep(0.1)

    def stop(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def leave(self, process):
        """Disconnects, and waits until the gateway has closed the connections."""
        self.stop()
        time.sleep(3)
        began = time.monotonic()
        while open_files(process) > 200 and time.monotonic() - began < 20:
            time.sleep(0.2)


def crowd(bench, gateway, kind):
    """A thousand browsers follow; then the gateway is killed, and events are published before it is back."""
    standup = gateway.ask("standups.create", title="Watched", theme="orange", durationMs=1_800_000,
                          attendees=[{"name": "Ada"}, {"name": "Grace"}])
    meeting = gateway.ask("meetings.start", standup=standup["id"], isRecorded=False)["session"]["id"]
    edited = gateway.ask("standups.create", title="Edited", theme="teal", durationMs=300_000, attendees=[])
    process = gateway.process()
    idle = hands.memory_mb(process)
    browsers = Crowd(bench, gateway, meeting, kind)
    try:
        browsers.hear("following")
        time.sleep(1)
        before, began, used = browsers.look(), time.monotonic(), cpu_us(process)
        while (passed := time.monotonic() - began) < SECONDS:
            gateway.change(edited)
            time.sleep(max(0.0, 1 / PER_SECOND - (time.monotonic() - began - passed)))
        browsers.all_have(gateway.ask("events.heads")["head"])
        after, used = browsers.look(), cpu_us(process) - used
        memory = hands.memory_mb(process) - idle
        messages = after["messages"] - before["messages"]

        os.kill(process, signal.SIGKILL)
        killed = time.monotonic()
        for index in range(3):
            gateway.run("add", f"While it was away {index}")
        browsers.hear("following")
        resumed = time.monotonic() - killed
        for _ in range(5):
            gateway.change(edited)
        head = gateway.ask("events.heads")["head"]
        last = browsers.all_have(head)
    finally:
        browsers.stop()
    return {
        "memoryMB": memory, "idleMB": idle, "cpuUs": used / messages, "messages": messages,
        "perSecond": messages / SECONDS, "p50Ms": after["p50Ms"], "p99Ms": after["p99Ms"], "resumedS": resumed,
        "losses": last["losses"], "missed": last["gaps"] + max(0, head - last["least"]),
        "repeated": last["repeats"], "reset": last["snapshots"] - (BROWSERS if kind == "websocket" else 0),
    }


def idle(bench, gateway, kind):
    """10,000 streams wait; then each receives twenty events, one per second; then all disconnect."""
    edited = gateway.ask("standups.create", title="Edited", theme="teal", durationMs=300_000, attendees=[])
    process = gateway.process()
    # The first streams also load code and fill caches, which are not the streams' memory.
    Crowd(bench, gateway, "", kind, STREAMS_PER_SESSION).leave(process)
    before, files = hands.memory_mb(process), open_files(process)
    streams = Crowd(bench, gateway, "", kind, IDLE)
    try:
        streams.hear("following")
        time.sleep(2)
        memory, used, began = hands.memory_mb(process) - before, cpu_us(process), time.monotonic()
        time.sleep(SILENCE)
        idle_us = (cpu_us(process) - used) / (time.monotonic() - began)
        first, used = streams.look(), cpu_us(process)
        for _ in range(20):
            gateway.change(edited)
            time.sleep(1)
        streams.all_have(gateway.ask("events.heads")["head"])
        last, used = streams.look(), cpu_us(process) - used
    finally:
        streams.leave(process)
    return {
        "streamKB": 1024 * memory / IDLE, "idlePercent": idle_us / 10_000,
        "cpuUs": used / max(1, last["messages"] - first["messages"]), "p50Ms": last["p50Ms"], "p99Ms": last["p99Ms"],
        "lost": last["gaps"] + last["losses"], "leftMB": hands.memory_mb(process) - before,
        "leftFiles": open_files(process) - files,
    }


def open_files(process):
    return len(os.listdir(f"/proc/{process}/fd"))


def browser(bench, gateway, python):
    """Waiting times in one browser; {} without a browser."""
    if not python:
        return {}
    bench.step("page: one browser")
    here = ROOT / "Tests/Page/browser"
    told = subprocess.run([python, "measure.py", "10" if bench.quick else "60"], cwd=here, check=False,
                          capture_output=True, text=True,
                          env=dict(os.environ, PAGE_GATEWAY=gateway.base, PAGE_COOKIE=gateway.cookie,
                                   PYTHONDONTWRITEBYTECODE="1"), timeout=300)
    lines = [line for line in told.stdout.splitlines() if line.startswith("{")]
    if told.returncode or not lines:
        raise OSError(f"the browser could not be measured: {told.stderr[-2000:]}")
    return json.loads(lines[-1])


def measure(bench, python):
    """{"crowd": [{figure: value}, …], "events": [{figure: value}, …], "browser": {figure: value}}"""
    found = {"crowd": [], "events": [], "idle": {"websocket": [], "events": []}, "browser": {}}
    # Each stream is a file of the browsers' program and one of the gateway.
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        for turn in range(1 if bench.quick else bench.repetitions):
            with services(bench) as gateway:
                if not turn:
                    found["browser"] = browser(bench, gateway, python)
                bench.step(f"page: {count(BROWSERS)} browsers")
                found["crowd"].append(crowd(bench, gateway, "websocket"))
            # A new gateway, whose memory has no traces of the browsers.
            with services(bench) as gateway:
                bench.step(f"page: {count(BROWSERS)} clients of Server-Sent Events")
                found["events"].append(crowd(bench, gateway, "events"))
            for kind in found["idle"]:
                with services(bench) as gateway:
                    bench.step(f"page: {count(IDLE)} idle streams, {kind}")
                    found["idle"][kind].append(idle(bench, gateway, kind))
    except (OSError, subprocess.SubprocessError) as error:
        print(f"  note the page could not be measured: {error}")
    judge(bench.ratios, found)
    return found


@contextlib.contextmanager
def services(bench):
    port = peers.free_port()
    with hands.all_services(bench, STANDUPS_WEB=f"127.0.0.1:{port}") as (environment, _):
        yield Gateway(bench, environment, port)


def judge(ratios, found):
    ratios.absent("page: ran", found["crowd"])
    values = {name: found["browser"].get(key) for name, key in FIGURES.items()}
    for name, key in (("1,000 browsers: memory", "memoryMB"), ("1,000 browsers: CPU per message", "cpuUs"),
                      ("gateway killed: until all browsers have reconnected", "resumedS")):
        values[name] = median(turn[key] for turn in found["crowd"])
    if found["events"]:
        for name, key in (("memory", "memoryMB"), ("CPU per message", "cpuUs")):
            values[f"1,000 event streams: {name}"] = median(turn[key] for turn in found["events"])
    if found["idle"]["events"]:
        for name, key in (("memory of each", "streamKB"), ("CPU while nothing happens", "idlePercent")):
            values[f"10,000 idle event streams: {name}"] = median(turn[key] for turn in found["idle"]["events"])
        ratios.zero("page, idle event streams: events missed, connections lost",
                    sum(turn["lost"] for turn in found["idle"]["events"]))
    for name, (most, unit) in MOST.items():
        if values.get(name) is not None:
            ratios.limit(f"page, {name}", values[name], most, unit)
    for word in ("missed", "repeated"):
        for kind in ("crowd", "events"):
            if found[kind]:
                of = "" if kind == "crowd" else " by Server-Sent Events"
                ratios.zero(f"page, gateway killed: events {word}{of}", sum(turn[word] for turn in found[kind]))


def section(found):
    """Lines of Markdown."""
    if not found or not found["crowd"]:
        return []
    def of(key, kind="crowd"):
        return median(turn[key] for turn in found[kind])
    out = ["", "## The page", ""]
    one = found["browser"]
    if one:
        out += ["One browser, headless Chromium, with the real gateway and services. A tick is timed from the"
                " time in its event to the end of the frame that draws it;"
                f" it arrives in the browser after {number(one['tickToBrowserP50Ms'])} ms (p50):", "",
                table(["", "", "target, at most"], [[name, f"{number(one[key])} ms", f"{MOST[name][0]} ms"]
                                            for name, key in FIGURES.items()]), ""]
    out += [f"Over HTTP, {count(BROWSERS)} browsers (`deploy/bench/page-crowd.c`) connect to one gateway and watch one"
            f" meeting while a standup is edited {PER_SECOND} times per second for {SECONDS} s:"
            f" the gateway sends {count(of('perSecond'))} messages per second. Then the gateway is killed (SIGKILL), three"
            " standups are created, and the supervisor restarts it:", "",
            table(["", "WebSocket", "Server-Sent Events"], [
                [name, *(text(lambda key, kind=kind: of(key, kind)) if found.get(kind) else "–" for kind in ("crowd", "events"))]
                for name, text in ROWS])]
    if all(found["idle"].values()):
        def still(key, kind):
            return median(turn[key] for turn in found["idle"][kind])
        out += ["", f"{count(IDLE)} streams on one gateway, which watch no meeting: for {SILENCE} s without an event, then with"
                " one event per second for 20 s. The memory of a stream does not include the buffers of the kernel:", "",
                table(["", "WebSocket", "Server-Sent Events"], [
                    [name, *(text(lambda key, kind=kind: still(key, kind)) for kind in found["idle"])]
                    for name, text in IDLE_ROWS])]
    return out


def limits(found):
    """Limits that a reader has to know."""
    if found and not found["browser"]:
        return ["The page was not measured in a browser; install the prerequisites with scripts/setup --page."]
    return []
