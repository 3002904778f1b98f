"""The follower against a journal over a network that loses, repeats and reorders messages."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from journal import Journal, trouble
from standups import BEGINNING, BusError, CloudEvent, Denied, Position, Snapshot
from standups.core.follower import FollowerCore
from standups.core.subscription import Unreadable
from standups.core.timing import Now
from standups.core.view import View
from standups.errors import Expired
from standups.events import Beat, Confirmation

TYPES = ["meeting.started", "meeting.speakerChanged", "meeting.segment", "meeting.finished"]


class World:
    """A journal, a follower, and the network between them; time passes only here."""

    def __init__(self, rng: random.Random, view: View, position: Position | None) -> None:
        self.rng = rng
        self.view = view
        self.journal = Journal()
        self.steady = 100.0
        self.core = FollowerCore(view, position, rng=rng, page=7, waiting_limit=5)
        self.got: list[Snapshot | CloudEvent] = []
        self.position = position
        self.losses = 0.0
        self._late: list[CloudEvent] = []
        self._answer: tuple[float, Callable[[], None]] | None = None

    @property
    def now(self) -> Now:
        return Now(self.steady, self.steady)

    def publish(self, **labels: str) -> None:
        event = CloudEvent.parse(self.journal.add(**labels))
        if not any(
            topic.startswith(wanted)
            for topic in Journal.topics(dict(event.raw))
            for wanted in self.view.topics
        ):
            return
        if self.rng.random() < self.losses:
            return
        self._late.append(event)
        if self.rng.random() < self.losses:
            self._late.append(event)
        if self.rng.random() < self.losses:
            self.rng.shuffle(self._late)
        while self._late and self.rng.random() > self.losses / 2:
            self.core.notice(self._late.pop(0), self.now)

    def confirm(self) -> None:
        self.core.notice(Confirmation(self.journal.epoch, self.journal.head), self.now)

    def beat(self) -> None:
        self.core.notice(Beat(self.journal.epoch, self.journal.head), self.now)

    def step(self, seconds: float = 0.05) -> None:
        self.steady += seconds
        self.core.tick(self.now)
        if self._answer is not None and self.steady >= self._answer[0]:
            answer, self._answer = self._answer[1], None
            answer()
        question = self.core.question(self.now)
        if question is not None:
            assert self._answer is None, "one question at a time"
            # The journal is read at some moment between request and reply.
            result: dict[str, Any] | BusError
            try:
                if self.rng.random() < self.losses / 2:
                    raise trouble(self.rng)
                result = self.journal.answer(question)
            except BusError as error:
                result = error
            self._answer = (
                self.steady + self.rng.random() * 0.3,
                lambda: (
                    self.core.failed(result, self.now)
                    if isinstance(result, BusError)
                    else self.core.answered(result, self.now)
                ),
            )
        while self.core.items:
            item, self.position = self.core.items.popleft()
            if item is not None:
                self.got.append(item)
        assert self.core.failure is None, self.core.failure

    def settle(self) -> None:
        """Simulates ten seconds of a quiet bus."""
        self.losses = 0.0
        for event in self._late:
            self.core.notice(event, self.now)
        self._late.clear()
        for _ in range(10):
            self.beat()
            for _ in range(20):
                self.step()

    @property
    def sequences(self) -> list[int]:
        return [event.sequence or 0 for event in self.got if isinstance(event, CloudEvent)]

    def expected(self, after: int = 0) -> list[int]:
        found = []
        for value in self.journal.events[after:]:
            event = CloudEvent.parse(value)
            if Journal.fits(value, self.view.replay) and self.view.accepts(event):
                found.append(event.sequence or 0)
        return found


VIEWS = [
    View(),
    View(types=("meeting.started", "meeting.finished")),
    View(types=("meeting.",)),
    View(types=("meeting.finished",)),
    View(standup="s1"),
    View(standup="s1", types=("meeting.finished",)),
    View(meeting="m2"),
    View(team="g1"),
    View(team="g1", types=("meeting.finished",)),
    View(standup="s1", team="g0"),
]


@pytest.mark.parametrize("view", VIEWS, ids=str)
@pytest.mark.parametrize("seed", range(25))
def test_it_ends_with_exactly_the_journal(view: View, seed: int) -> None:
    rng = random.Random(f"{seed}")
    world = World(rng, view, BEGINNING if seed % 2 else None)
    for _ in range(rng.randrange(30)):
        world.publish(type=rng.choice(TYPES))
    world.losses = rng.choice([0.0, 0.1, 0.3, 0.6])
    world.confirm()
    for _ in range(300):
        roll = rng.random()
        if roll < 0.7:
            world.publish(
                type=rng.choice(TYPES),
                standup=f"s{rng.randrange(3)}",
                meeting=f"m{rng.randrange(4)}",
                team=f"g{rng.randrange(3)}",
            )
        elif roll < 0.75:
            world.beat()
        elif roll < 0.77:
            world.confirm()
        elif roll < 0.78:
            world.core.notice(Unreadable("noise"), world.now)
        elif roll < 0.80:
            # The follower is killed, and continues from its position.
            world.core = FollowerCore(view, world.position, rng=rng, page=7, waiting_limit=5)
            world._answer = None
            world.confirm()
        world.step(rng.random() * 0.1)
    world.settle()
    if isinstance(world.got[0], Snapshot) if world.got else False:
        first = world.got[0]
        assert isinstance(first, Snapshot) and first.reason == "start"
        assert world.sequences == world.expected(after=first.sequence)
    else:
        assert world.sequences == world.expected()
    assert sum(isinstance(item, Snapshot) for item in world.got) <= 1


@pytest.mark.parametrize("seed", range(10))
def test_another_journal_shows_as_a_snapshot(seed: int) -> None:
    world = World(random.Random(seed), View(), BEGINNING)
    world.confirm()
    for _ in range(10):
        world.publish()
        world.step()
    world.settle()
    assert world.sequences == list(range(1, 11))
    world.journal = Journal()
    world.got.clear()
    for _ in range(4):
        world.publish()
        world.step()
    world.settle()
    first, *_rest = world.got
    assert isinstance(first, Snapshot) and first.reason == "epoch"
    assert first.epoch == world.journal.epoch
    assert world.sequences == list(range(first.sequence + 1, 5))
    assert world.position == Position(4, world.journal.epoch)


def test_what_is_no_longer_kept_shows_as_a_snapshot() -> None:
    world = World(random.Random(1), View(), None)
    for _ in range(20):
        world.journal.add()
    world.journal.compact(15)
    world.core = FollowerCore(View(), Position(3, world.journal.epoch))
    world.confirm()
    world.settle()
    first = world.got[0]
    assert isinstance(first, Snapshot) and first.reason == "compacted"
    assert (first.sequence, world.sequences) == (20, [])


def test_a_position_that_the_journal_never_had_shows_as_a_snapshot() -> None:
    world = World(random.Random(1), View(), None)
    world.journal.add()
    world.core = FollowerCore(View(), Position(9, world.journal.epoch))
    world.confirm()
    world.settle()
    assert [type(item) for item in world.got] == [Snapshot]


def test_a_hole_that_closes_by_itself_costs_no_replay() -> None:
    world = World(random.Random(1), View(), BEGINNING)
    world.confirm()
    world.settle()
    before = world.core.replays
    first, second = (CloudEvent.parse(world.journal.add()) for _ in range(2))
    world.core.notice(second, world.now)
    world.step(0.1)
    world.core.notice(first, world.now)
    world.settle()
    assert world.sequences == [1, 2]
    assert world.core.replays == before


def test_a_lost_tail_shows_in_the_beat() -> None:
    world = World(random.Random(1), View(), BEGINNING)
    world.confirm()
    world.settle()
    world.losses = 1.0
    world.publish()
    world.losses = 0.0
    world.step(5)
    assert world.sequences == []
    world.beat()
    for _ in range(20):
        world.step()
    assert world.sequences == [1]


def test_a_quiet_view_asks_seldom() -> None:
    world = World(random.Random(1), View(meeting="quiet"), BEGINNING)
    world.confirm()
    world.step(1)
    world.step(1)
    before = world.core.replays
    for _ in range(60):
        world.publish(meeting="loud")
        world.beat()
        for _ in range(10):
            world.step(0.1)
    assert world.core.replays - before <= 13
    assert world.sequences == []


def test_items_that_nobody_takes_stop_the_questions() -> None:
    world = World(random.Random(1), View(), BEGINNING)
    for _ in range(100):
        world.journal.add()
    core, asked = world.core, 0
    world.confirm()
    while (question := core.question(world.now)) is not None:
        core.answered(world.journal.answer(question), world.now)
        asked += 1
    assert asked == 1 and len(core.items) == 7


def test_ticks_pass_by_once_it_is_live() -> None:
    view = View(ephemeral=True)
    world = World(random.Random(1), view, BEGINNING)
    tick = CloudEvent.parse(
        {
            "specversion": "1.0",
            "id": "1",
            "source": "/standups/timer",
            "type": "meeting.tick",
            "time": "2026-11-21T09:30:00Z",
        }
    )
    world.core.notice(tick, world.now)
    world.confirm()
    world.settle()
    assert world.got == []
    world.core.notice(tick, world.now)
    world.step()
    assert world.got == [tick]
    assert "t/meeting.tick/" in view.topics and "t/meeting.tick/" not in View().topics


def test_denied_topics_are_an_error() -> None:
    core = FollowerCore(View(), None)
    core.notice(Confirmation("e", 0, ("t/",)), Now(0, 0))
    assert isinstance(core.failure, Denied)


def test_a_refusal_that_no_snapshot_mends_is_an_error() -> None:
    core = FollowerCore(View(), BEGINNING)
    core.notice(Confirmation("e", 0), Now(0, 0))
    assert core.question(Now(0, 0)) is not None
    core.failed(Expired("late"), Now(0, 0))
    assert core.failure is None and core.question(Now(0, 0)) is None
    assert core.question(Now(9, 9)) is not None
    core.failed(Denied("no"), Now(9, 9))
    assert isinstance(core.failure, Denied)
