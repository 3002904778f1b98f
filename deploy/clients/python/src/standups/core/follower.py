"""Following a journal: snapshot or position first, then every event, in order, once."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Mapping
from typing import Any

from ..errors import BusError, Compacted, Expired, Invalid, ProtocolError
from ..events import Beat, CloudEvent, Confirmation, Position, Snapshot
from .commands import Request
from .subscription import Notice, Unreadable
from .timing import Backoff, Now
from .view import View

Item = Snapshot | CloudEvent


class FollowerCore:
    """Takes notices of a subscription and replies to its questions; yields items.

    All events of the view up to the position were yielded. An event is yielded if the previous event of the view
    is not beyond the position. Otherwise it waits; if the gap is not closed by late events, `events.replay` fills
    it. A loss at the end of the journal shows in the heartbeat.
    """

    def __init__(
        self,
        view: View,
        position: Position | None = None,
        *,
        rng: random.Random | None = None,
        grace: float = 0.2,
        tail_check: float = 5.0,
        page: int = 500,
        waiting_limit: int = 10_000,
    ) -> None:
        """
        grace: seconds that late events have to close a gap; events may arrive slightly out of order.
        tail_check: seconds until the journal is queried: with a partial view, the heartbeat does not show whether
            the missing events belong to it.
        page: number of events per request, at most 1000.
        """
        self.view = view
        self.position = position
        self._grace = grace
        self._tail_check = tail_check
        self._page = page
        self._waiting_limit = waiting_limit
        self._backoff = Backoff(rng or random.Random(), first=0.1)
        #: Events beyond a gap, by sequence.
        self._waiting: dict[int, CloudEvent] = {}
        #: The view is known to have events up to this sequence.
        self._tail = 0
        self._hole_since: float | None = None
        self._check_at: float | None = None
        #: The next question, when to ask it, and whether a reply is pending.
        self._wanted: str | None = None
        self._ask_at = 0.0
        self._asked: str | None = None
        self._asked_after = 0
        self._pages: list[Mapping[str, Any]] = []
        self._after_snapshot = False
        self._is_live = False
        #: Items with the position after each; `None` as an item only moves the position.
        self.items: deque[tuple[Item | None, Position]] = deque()
        #: An error that the follower cannot recover from.
        self.failure: Exception | None = None
        #: Numbers of duplicate events, of gaps seen, and of repairs requested.
        self.duplicates = 0
        self.holes = 0
        self.replays = 0

    # Input

    def notice(self, notice: Notice, now: Now) -> None:
        if isinstance(notice, Confirmation):
            if notice.denied:
                self.failure = notice.refusal
                return
            # The first router, or a restarted one: events published meanwhile are missing.
            self._repair(now)
        elif isinstance(notice, Beat):
            self._beat(notice, now)
        elif isinstance(notice, CloudEvent):
            self._event(notice, now)
        elif isinstance(notice, Unreadable):
            self._repair(now)

    def question(self, now: Now) -> Request | None:
        """The next question to the router, if any. Pass the reply to `answered` or `failed`."""
        if self._wanted is None or self._asked is not None or now.steady < self._ask_at:
            return None
        if len(self.items) >= self._page:
            # The reader is slower than the journal: at most one page is held.
            return None
        self._asked, self._wanted = self._wanted, None
        self._hole_since = None
        self._check_at = None
        if self._asked == "snapshot" or self.position is None:
            self._asked = "snapshot"
            after = self._pages[-1]["next"] if self._pages else None
            return Request("events.snapshot", {"after": after} if after else {}, changes=False)
        self.replays += 1
        self._asked_after = self.position.sequence
        body: dict[str, Any] = {"after": self.position.sequence, "limit": self._page}
        if self.position.epoch is not None:
            body["epoch"] = self.position.epoch
        return Request("events.replay", {**body, **self.view.replay}, changes=False)

    def answered(self, body: Mapping[str, Any], now: Now) -> None:
        asked, self._asked = self._asked, None
        try:
            if asked == "snapshot":
                self._snapshot(body, now)
            elif asked == "replay":
                self._replayed(body, now)
            self._backoff.reset()
        except (ProtocolError, KeyError, TypeError, ValueError) as error:
            self.failure = ProtocolError(f"The reply to events.{asked} cannot be read: {error!r}")

    def failed(self, error: BusError, now: Now) -> None:
        asked, self._asked = self._asked, None
        if error.retryable or isinstance(error, Expired):
            self._want(asked or "replay", now.steady + self._backoff.next())
        elif asked == "replay" and isinstance(error, (Compacted, Invalid)) and (
            isinstance(error, Compacted) or not self._after_snapshot
        ):
            # Compacted, another journal, or a position that this journal never had.
            self._take_snapshot(now)
        elif asked == "snapshot" and self._pages and isinstance(error, (Invalid, Compacted)):
            self._take_snapshot(now)
        else:
            self.failure = error

    def tick(self, now: Now) -> None:
        hole, check = self._hole_since, self._check_at
        if hole is not None and now.steady >= hole + self._grace:
            self.holes += 1
            self._repair(now)
        elif check is not None and now.steady >= check:
            self._repair(now)

    def wake(self) -> float | None:
        """When `tick` or `question` is due, on the steady clock."""
        times = []
        if self._hole_since is not None:
            times.append(self._hole_since + self._grace)
        if self._check_at is not None:
            times.append(self._check_at)
        if self._wanted is not None and self._asked is None and len(self.items) < self._page:
            times.append(self._ask_at)
        return min(times, default=None)

    # Events

    def _event(self, event: CloudEvent, now: Now) -> None:
        if event.sequence is None:
            if self._is_live and self.view.ephemeral and self.position is not None:
                self.items.append((event, self.position))
            return
        position = self.position
        if position is None or position.epoch is None:
            # The first reply determines where to begin; until then the event waits.
            self._wait(event)
            return
        if event.epoch != position.epoch:
            self._repair(now)
            return
        if event.sequence <= position.sequence or event.sequence in self._waiting:
            self.duplicates += 1
            return
        self._wait(event)
        self._drain(now)

    def _wait(self, event: CloudEvent) -> None:
        assert event.sequence is not None
        self._tail = max(self._tail, event.sequence)
        self._waiting[event.sequence] = event
        if len(self._waiting) > self._waiting_limit:
            # The journal has it: the farthest event is the last one to be requested again.
            del self._waiting[max(self._waiting)]

    def _drain(self, now: Now) -> None:
        """Yields the events without a gap before them, and watches the remaining gap."""
        position = self.position
        if position is None:
            return
        before = position.sequence
        for sequence in sorted(self._waiting):
            event = self._waiting[sequence]
            here = self.position.sequence if self.position else 0
            if sequence <= here or event.epoch != position.epoch:
                del self._waiting[sequence]
            elif self.view.previous(event) <= here:
                del self._waiting[sequence]
                self._give(event)
            else:
                break
        here = self.position.sequence if self.position else 0
        if here >= self._tail and not self._waiting:
            self._hole_since = None
        elif self._hole_since is None or here > before:
            self._hole_since = now.steady
        if self._asked is not None or self._wanted is not None:
            self._hole_since = None

    def _give(self, event: CloudEvent) -> None:
        assert event.sequence is not None
        self.position = Position(event.sequence, event.epoch)
        if self.view.accepts(event):
            self.items.append((event, self.position))
        else:
            self._moved()

    def _moved(self) -> None:
        """The position moved without an item."""
        assert self.position is not None
        if self.items and self.items[-1][0] is None:
            self.items.pop()
        self.items.append((None, self.position))

    def _beat(self, beat: Beat, now: Now) -> None:
        position = self.position
        if position is None or self._asked is not None or self._wanted is not None:
            return
        if beat.epoch != position.epoch:
            self._repair(now)
        elif beat.head > position.sequence:
            if self.view.is_everything:
                self._tail = max(self._tail, beat.head)
                if self._hole_since is None:
                    self._hole_since = now.steady
            elif self._check_at is None:
                self._check_at = now.steady + self._tail_check

    # Repair

    def _want(self, what: str, at: float) -> None:
        if self._wanted == "snapshot":
            return
        self._wanted = what
        self._ask_at = at

    def _repair(self, now: Now) -> None:
        self._hole_since = None
        self._check_at = None
        if self._wanted is None:
            # A pending reply may be older than the events now known to be missing.
            self._want("snapshot" if self.position is None else "replay", now.steady)

    def _take_snapshot(self, now: Now) -> None:
        self._pages = []
        self._want("snapshot", now.steady)

    def _snapshot(self, body: Mapping[str, Any], now: Now) -> None:
        if self._pages and body["epoch"] != self._pages[0]["epoch"]:
            self._take_snapshot(now)
            return
        self._pages.append(body)
        if body.get("next"):
            self._want("snapshot", now.steady)
            return
        pages, self._pages = self._pages, []
        epoch, before = str(body["epoch"]), self.position
        # State newer than the first page's sequence does no harm; a missed event would.
        snapshot = Snapshot(
            epoch=epoch,
            sequence=int(pages[0]["sequence"]),
            standups=tuple(one for page in pages for one in page["standups"]),
            meetings=tuple(one for page in pages for one in page["meetings"]),
            reason=(
                "start" if before is None else "epoch" if before.epoch != epoch else "compacted"
            ),
        )
        self.position = snapshot.position
        self._tail = 0
        self._waiting = {s: e for s, e in self._waiting.items() if e.epoch == epoch}
        self._after_snapshot = True
        # Compaction removed events that cannot be restored: the journal is contiguous from here.
        self.items.append((snapshot, snapshot.position))
        self._wanted = None
        self._want("replay", now.steady)

    def _replayed(self, body: Mapping[str, Any], now: Now) -> None:
        assert self.position is not None
        epoch, head = str(body["epoch"]), int(body["head"])
        if self.position.epoch is not None and epoch != self.position.epoch:
            self._take_snapshot(now)
            return
        self._after_snapshot = False
        self.position = Position(self.position.sequence, epoch)
        for value in body["events"]:
            event = CloudEvent.parse(value)
            here = self.position.sequence
            if event.sequence is None or event.sequence <= here:
                continue
            if self.view.previous(event) > here and here > 0:
                # The journal itself has a gap: only a snapshot is reliable.
                self._take_snapshot(now)
                return
            self._give(event)
        has_more = bool(body["hasMore"])
        reached = int(body.get("resume") or (0 if has_more else head))
        if not has_more and reached < self._asked_after:
            # A position that this journal never had: the journal was restored without a new epoch.
            self._take_snapshot(now)
            return
        if reached > self.position.sequence:
            self.position = Position(reached, epoch)
            self._moved()
        elif has_more and not body["events"]:
            raise ProtocolError("the page has more events, but no place to continue")
        if has_more:
            self._want("replay", now.steady)
        else:
            self._is_live = True
            # The next heartbeat reports any other events that exist.
            self._tail = max(self._waiting, default=0)
        self._drain(now)
