"""Own microphones of one meeting, of which one speaks at a time: their cost, the delay of the lines, and wrong words.

The browsers are the page's own modules (microphones.mjs), which detect speech in a recording and send it through the
gateway. A browser's own cost is not measured.
"""

import http.client
import json
import os
import pathlib
import platform
import re
import subprocess
import time

import hands
import page
from ratios import median
from speech import Watch
from words import number, table

HERE = pathlib.Path(__file__).parent
DEMO = HERE.parent / "demo"
RECORDING = "standup-5.wav"
MICROPHONES = (1, 8, 20)
SERVICES = ("transcription", "gateway", "router", "standups")
#: Targets: median delay of a final line with 8 microphones, in ms, and CPU of 20 microphones relative to one.
MOST_LAG, MOST_RATIO = 1000, 2
#: Seconds between the start of the browsers and the first speech, and after the last.
REST = 4


def cookie(gateway, person, address):
    """The session of a person, logged in from an address of this machine, because the logins of each one are limited."""
    code = json.loads(gateway.run("web", "invite", "--person", person, "--json"))["link"].split("login=")[1]
    connection = http.client.HTTPConnection("127.0.0.1", gateway.port, timeout=20, source_address=(address, 0))
    connection.request("POST", "/api/login", json.dumps({"code": code}), {"Content-Type": "application/json", "Origin": gateway.base})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    if answer.status != 204:
        raise OSError(f"the login of a person was refused: {answer.status}")
    return answer.headers["Set-Cookie"].split(";")[0]


def words(text):
    return re.findall(r"[a-z0-9']+", text.lower().replace("’", "'"))


def distance(one, two):
    """Minimum number of words that have to be inserted, deleted or replaced."""
    row = list(range(len(two) + 1))
    for i, a in enumerate(one, 1):
        left, row[0] = row[0], i
        for j, b in enumerate(two, 1):
            left, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, left + (a != b))
    return row[-1]


def cost(environment):
    return {name: page.cpu_us(hands.process(environment, f"{name}-service")) for name in SERVICES}


def hold(bench, environment, gateway, count):
    """One meeting with the recording, of which each part is spoken into the next microphone; the figures."""
    texts = json.loads((DEMO / "texts.json").read_text())[RECORDING]
    said, slot_ms = texts["speakers"], 1000 * texts["slotSeconds"]
    people = [json.loads(gateway.run("people", "add", f"Person {count} {index}", "--team", "default", "--json"))
              for index in range(count)]
    ids = [person.get("person", person)["id"] for person in people]
    cookies = [cookie(gateway, person, f"127.0.{2 + count}.{2 + index // 8}") for index, person in enumerate(ids)]
    standup = gateway.ask("standups.create", title=f"{count} microphones", theme="orange", durationMs=1_800_000,
                          attendees=[{"name": f"Attendee {index}", "person": person} for index, person in enumerate(ids)])
    live = gateway.ask("meetings.start", standup=standup["id"])
    if live["session"].get("destination"):
        live = gateway.ask("meetings.answer", id=live["session"]["id"], action="allow")["live"]
    session = live["session"]
    if not session.get("isRecording"):
        raise OSError("the meeting is not recorded")
    turns = [round(index * count / len(said)) % count for index in range(len(said))]
    attendees = [attendee["id"] for attendee in session["standup"]["attendees"]]
    watch = Watch(bench, environment)
    try:
        browsers = subprocess.Popen(["node", str(HERE / "microphones.mjs")], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                    stderr=subprocess.PIPE, text=True)
        browsers.stdin.write(json.dumps({
            "port": gateway.port, "meeting": session["id"], "startedAt": session["startedAt"]["wallMs"], "cookies": cookies,
            "recording": str(DEMO / RECORDING), "slotMs": slot_ms, "turns": turns}))
        browsers.stdin.close()
        first = browsers.stderr.readline()
        if not first.strip().isdigit():
            raise OSError(f"the browsers could not connect: {first}{browsers.stderr.read()}")
        begun_ms, before, began = int(first) - session["startedAt"]["wallMs"], cost(environment), time.monotonic()
        result = json.loads(browsers.stdout.readline() or "{}")
        browsers.wait()
        after, seconds = cost(environment), time.monotonic() - began
    finally:
        events = watch.stop()
    if not result:
        raise OSError("the browsers failed")
    gateway.ask("meetings.end", id=session["id"])
    gateway.ask("meetings.answer", id=session["id"], action="saveAndEnd")
    segments = [(arrival, event["data"]["segment"]) for arrival, event in events
                if event["type"] == "meeting.segment" and event["subject"] == session["id"]]
    lags = sorted(1000 * arrival - session["startedAt"]["wallMs"] - segment["toMs"] for arrival, segment in segments)
    wrong = misattributed = 0
    for index, text in enumerate(said):
        start = begun_ms + index * slot_ms
        heard = [segment for _, segment in sorted(segments, key=lambda each: each[1]["fromMs"])
                 if start <= (segment["fromMs"] + segment["toMs"]) / 2 < start + slot_ms]
        wrong += distance(words(text), words(" ".join(segment["text"] for segment in heard)))
        misattributed += sum(len(words(segment["text"])) for segment in heard if segment["attendee"] != attendees[turns[index]])
    return {"cpu": {name: (after[name] - before[name]) / 1e6 for name in SERVICES}, "seconds": seconds,
            "bytes": result["bytes"], "sentSeconds": result["sent"] / 16_000, "unsettled": result["unsettled"],
            "errors": result["errors"], "lags": lags, "words": sum(len(words(text)) for text in said), "wrong": wrong,
            "misattributed": misattributed}


def measure(bench):
    """{number of microphones: [figures, …]}; {} without an engine."""
    found = {}
    if not hands.engine():
        print("  note own microphones are not measured: no speech engine; scripts/setup installs it")
        return found
    for _ in range(1 if bench.quick else bench.repetitions):
        for count in MICROPHONES:
            bench.step(f"{count} own microphones")
            try:
                with services(bench) as (environment, gateway):
                    found.setdefault(count, []).append(hold(bench, environment, gateway, count))
            except (OSError, subprocess.SubprocessError) as error:
                print(f"  note {count} own microphones could not be measured: {error}")
    judge(bench.ratios, found)
    return found


class services:  # noqa: N801  used like hands.all_services
    """All services with the engine and a gateway."""

    def __init__(self, bench):
        self.bench, self.port = bench, page.peers.free_port()
        self.running = hands.all_services(bench, hands.engine(), STANDUPS_WEB=f"127.0.0.1:{self.port}")

    def __enter__(self):
        environment, _ = self.running.__enter__()
        time.sleep(REST)
        return environment, page.Gateway(self.bench, environment, self.port)

    def __exit__(self, *error):
        return self.running.__exit__(*error)


def percentile(values, percent):
    """The percentile of sorted values; None for an empty list."""
    return values[min(len(values) - 1, len(values) * percent // 100)] if values else None


def lag(runs, percent):
    """Over the lines of all runs."""
    return percentile(sorted(each for run in runs for each in run["lags"]), percent)


def total(run):
    return sum(run["cpu"].values())


def judge(ratios, found):
    ratios.absent("own microphones: ran", len(found) == len(MICROPHONES) and all(lag(runs, 50) for runs in found.values()))
    if found.get(8) and lag(found[8], 50) is not None:
        ratios.limit("8 own microphones: lag of final lines, p50", lag(found[8], 50), MOST_LAG, "ms")
    if found.get(1) and found.get(20):
        ratios.at_most("20 own microphones of which one speaks: CPU of the services", median(map(total, found[20])),
                       median(map(total, found[1])), MOST_RATIO)
        ratios.at_most("20 own microphones of which one speaks: bytes of audio", median(run["bytes"] for run in found[20]),
                       median(run["bytes"] for run in found[1]), MOST_RATIO)
    for count, runs in found.items():
        ratios.zero(f"{count} own microphones: words with the wrong person", sum(run["misattributed"] for run in runs))
        ratios.zero(f"{count} own microphones: browsers with unsettled speech", sum(run["unsettled"] for run in runs))


def machine():
    names = re.findall(r"model name\s*:\s*(.+)", pathlib.Path("/proc/cpuinfo").read_text())
    return f"{os.cpu_count()} cores, {names[0] if names else platform.machine()}, Linux {platform.release()}"


def section(found):
    """Lines of Markdown."""
    if not found:
        return []
    def of(runs, take):
        return number(median(take(run) for run in runs))
    rows = [[str(count), *(of(runs, lambda run, name=name: 100 * run["cpu"][name] / run["seconds"]) + " %" for name in SERVICES),
             of(runs, lambda run: run["bytes"] / run["seconds"] / 1000) + " KB/s", of(runs, lambda run: run["sentSeconds"]) + " s",
             number(lag(runs, 50)) + " ms", number(lag(runs, 99)) + " ms",
             f"{of(runs, lambda run: run['wrong'])} of {runs[0]['words']}", of(runs, lambda run: run["misattributed"])]
            for count, runs in found.items()]
    runs = len(next(iter(found.values())))
    return ["", "## Own microphones", "",
            "One meeting in which each person has their own microphone open and one of them speaks at a time: the five"
            f" parts of `deploy/demo/{RECORDING}`, each into another microphone. Browsers (the page's modules, in Node) detect"
            " speech and send it through the gateway's WebSocket. CPU is that of one core during the recording, including"
            " partial results; the bytes are those of the audio messages, which the gateway forwards on the bus. The lag is"
            " the time from the end of a line until a subscriber receives it, over the lines of all runs; other figures are"
            f" medians of {runs} runs. Machine: {machine()}.", "",
            table(["microphones", *(f"CPU of {name}" for name in SERVICES), "audio", "audio sent", "lag p50", "lag p99",
                   "words wrong", "words with the wrong person"], rows)]
