"""Concurrent meetings with speech: the delay of their transcripts, and the effect on the clocks of other meetings."""

import contextlib
import datetime
import json
import pathlib
import subprocess
import threading
import time

import hands
from ratios import median
from words import number, of, table, us

RECORDING = pathlib.Path(__file__).parent.parent / "demo" / "standup.wav"
MEETINGS = 6
#: Maximum median delay of a final line, in ms.
MOST_LAG = 1000
#: Concurrent meetings without audio, whose ticks are timed.
CLOCKS = ["meetings", "-n", 50, "--ramp", "5s", "--length", "30s"]


class Watch:
    """Reads the events of a bus, each with its time of arrival."""

    def __init__(self, bench, environment):
        self.events = []
        self.process = subprocess.Popen([str(bench.programs / "standups"), "watch", "--json"], env=environment,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.events.append((time.time(), json.loads(line)))

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.reader.join()
        return self.events


def seconds(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def lines(events):
    """Delay of each final line, in ms, and number of words of each meeting."""
    started = {event["subject"]: seconds(event["time"]) for _, event in events if event["type"] == "meeting.started"}
    lags, words = [], {}
    for arrival, event in events:
        if event["type"] != "meeting.segment" or event["subject"] not in started:
            continue
        segment = event["data"]["segment"]
        lags.append(1000 * (arrival - started[event["subject"]]) - segment["toMs"])
        words[event["subject"]] = words.get(event["subject"], 0) + len(segment["text"].split())
    return lags, sorted(words.values())


def hold(bench, environment, count):
    """Runs `count` meetings with the recording; returns the lines as `lines` does."""
    def run(*words):
        return subprocess.Popen([str(bench.programs / "standups"), *words], env=environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    names = [f"Spoken {index}" for index in range(count)]
    for name in names:
        people = [word for person in ("Ann", "Bob", "Cyd") for word in ("-a", person)]
        if run("add", name, *people, "--duration", "36s").wait():
            raise OSError("a standup could not be created")
    watch = Watch(bench, environment)
    try:
        meetings = [run("start", name, "--yes-record", "--audio", str(RECORDING)) for name in names]
        if any(meeting.wait() for meeting in meetings):
            raise OSError("a meeting with speech did not end correctly")
    finally:
        events = watch.stop()
    return lines(events)


def measure(bench):
    """{"lags": [ms, …], "words": [number, …], "alone": result, "beside": result}; {} without an engine."""
    if bench.quick or not hands.engine():
        return {}
    bench.step(f"speech in {MEETINGS} meetings")
    found = {}
    with contextlib.suppress(OSError), hands.all_services(bench, hands.engine()) as (environment, _):
        through = ["--through", f"ipc://{environment['STANDUPS_RUNTIME_DIR']}"]
        shown = " ".join(map(str, ["standups-load", *CLOCKS]))
        found["alone"] = bench.load(*CLOCKS, *through, name=shown, shown=shown)
        beside = threading.Thread(target=lambda: found.update(
            beside=bench.load(*CLOCKS, *through, name=f"{shown}, beside speech", shown=shown)))
        beside.start()
        try:
            found["lags"], found["words"] = hold(bench, environment, MEETINGS)
        finally:
            beside.join()
    bench.ratios.absent("speech: ran", found.get("lags") and found.get("beside"))
    if found.get("lags"):
        bench.ratios.limit("speech: lag of final lines, p50", median(found["lags"]), MOST_LAG, "ms")
        bench.ratios.equal("speech: meetings with all words recognized",
                           sum(count == max(found["words"]) for count in found["words"]), MEETINGS)
    return found


def section(found):
    """Lines of Markdown."""
    if not found.get("lags"):
        return []
    ticks = [[name, us(of([found[key]], "lateness", "p50")), us(of([found[key]], "lateness", "p99"))]
             for name, key in (("without speech", "alone"), ("with speech", "beside")) if found.get(key)]
    lags = sorted(found["lags"])
    return ["", f"Speech in {MEETINGS} meetings at once, of {', '.join(map(str, found['words']))} words: a final line"
                f" arrives {number(median(lags))} ms after its last word (median), at most {number(lags[-1])} ms after it."
                " Ticks of 50 other meetings at the same time:", "", table(["", "late, p50", "p99"], ticks)]
