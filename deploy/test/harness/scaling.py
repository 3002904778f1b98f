"""Several instances of a service, each with a part of the work."""

from __future__ import annotations

import time

from .bus import instances
from .faults import Scene
from .meetings import begin, expect_whole
from .report import Row
from .shell import until

NAME = "one of three timers killed, 9 meetings"


def scale(scene: Scene) -> Row:
    """Three timers and two transcriptions; one timer is killed, and its meetings move to the others."""
    project, client = scene.project, scene.client
    project.compose("up", "-d", "--no-build", "--no-recreate", "--scale", "timer=3",
                    "--scale", "transcription=2")
    until(lambda: len(instances(client, "timer")) == 3, 60, "three timers")
    until(lambda: len(instances(client, "transcription")) == 2, 60, "two transcriptions")
    project.wait_healthy()
    errors = len(scene.writer.errors)
    meetings = [begin(client, f"Scaled {number}", 12) for number in range(9)]
    time.sleep(2)
    before = instances(client, "timer")
    project.kill_process(project.containers("timer")[0])
    killed = time.monotonic()
    until(lambda: len(instances(client, "timer") - before) == 1, 30, "another third timer")
    recovered = time.monotonic() - killed
    off = [expect_whole(client, scene.watcher, meeting) for meeting in meetings]
    project.compose("up", "-d", "--no-build", "--no-recreate", "--scale", "timer=1",
                    "--scale", "transcription=1")
    until(lambda: len(instances(client, "timer")) == 1, 30, "one timer again")
    return Row(NAME, recovered=recovered, off=max(off, key=abs),
               refused=len(scene.writer.errors) - errors)
