"""The long run: many meetings at once while router, persistence and the subscriber are killed.

    STANDUPS_BIN=.build/debug python deploy/clients/python/tests/long_run.py [--meetings 200]

Exits with 0 if the subscriber's copy is exactly the journal, as `events.replay` returns it from the beginning, and
every meeting in it is complete and in order; prints the counts.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

here = Path(__file__).resolve().parent
sys.path[:0] = [str(here), str(here.parent / "src")]

from meetings import begin, journal, problems  # noqa: E402
from services import Services, eventually  # noqa: E402
from standups import Client  # noqa: E402


class Subscriber:
    """keep_journal.py as a separate process."""

    def __init__(self, services: Services) -> None:
        self.path = Path(services.directory) / "copy.jsonl"
        paths = os.pathsep.join(sys.path[:2])
        self._environment = {**services.environment, "PYTHONPATH": paths}
        self.process: subprocess.Popen[bytes]
        self.start()

    def start(self) -> None:
        command = [sys.executable, str(here / "keep_journal.py"), str(self.path)]
        self.process = subprocess.Popen(command, env=self._environment)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        code = self.process.wait()
        if code != -signal.SIGKILL:
            raise RuntimeError(f"The subscriber had ended by itself, with code {code}.")

    def events(self) -> list[dict[str, Any]]:
        """The events stored so far; the last line may be incomplete."""
        if not self.path.exists():
            return []
        lines = self.path.read_bytes().split(b"\n")[:-1]
        return [json.loads(line) for line in lines]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, add_help=True)
    parser.add_argument("--meetings", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=30, help="how long a meeting lasts")
    parser.add_argument("--rounds", type=int, default=4, help="how often each of the three dies")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    begun = time.monotonic()
    with Services() as services:
        subscriber = Subscriber(services)
        stop = threading.Event()
        kills = {"router": 0, "persistence": 0, "subscriber": 0}
        trouble: list[BaseException] = []

        def kill() -> None:
            try:
                for _ in range(options.rounds):
                    for name in rng.sample(sorted(kills), len(kills)):
                        if stop.wait(rng.uniform(0.2, 1.5)):
                            return
                        if name == "subscriber":
                            subscriber.kill()
                            stop.wait(rng.uniform(0, 2))
                            subscriber.start()
                        else:
                            services.kill(name)
                        kills[name] += 1
            except BaseException as error:  # noqa: BLE001  reported at the end
                trouble.append(error)

        killing = threading.Thread(target=kill)
        killing.start()
        try:
            meetings = asyncio.run(
                begin(services.endpoints, options.meetings, options.seconds * 1000)
            )
            killing.join()
            with Client(services.endpoints, timeout=30) as client:
                eventually(
                    lambda: not client.meetings.live()["meetings"],
                    options.seconds + 120,
                    "the meetings do not end",
                )
                whole = journal(client)
                eventually(
                    lambda: len(subscriber.events()) >= len(whole), 60, "the subscriber lags"
                )
                # The copy is complete; duplicates would arrive late.
                time.sleep(3)
                copy, whole = subscriber.events(), journal(client)
                dead = client.router.health()["deadLetters"]
        finally:
            stop.set()
            killing.join()
            subscriber.process.kill()
            subscriber.process.wait()
    wrong = [str(error) for error in trouble] + problems(whole, meetings)
    if copy != whole:
        wrong.append("the copy is not the journal")
    have = {event["sequence"] for event in copy}
    types: dict[str, int] = {}
    for event in whole:
        types[event["type"]] = types.get(event["type"], 0) + 1
    report = {
        "meetings": len(meetings),
        "kills": kills,
        "journal": len(whole),
        "copy": len(copy),
        "missing": sum(event["sequence"] not in have for event in whole),
        "twice": len(copy) - len(have),
        "deadLetters": dead,
        "types": types,
        "seconds": round(time.monotonic() - begun, 1),
        "wrong": wrong[:20],
    }
    print(json.dumps(report, indent=2, ensure_ascii=False))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
