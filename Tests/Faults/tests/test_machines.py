"""The results of failed machines, without running any."""

from __future__ import annotations

from typing import Any

import pytest
from faults.evidence import Evidence, Heard
from faults.machines import ROWS, Machines, Row, Seen, judge, longest, table

START = 1_800_000_000.0
ROW = Row("something: killed", "machine", 20, 35)


def seen(**more: Any) -> Seen:
    return Seen(ROW, START, meeting="m", due=START + ROW.meeting, pause=20.0, **more)


def evidence(*, heard: float | None, lag: float = 0.0) -> Evidence:
    """A meeting that ended on time, with its event received after `heard` seconds; `None` if it never ended."""
    found = Evidence(lag=lag)
    if heard is not None:
        end = {"id": "e", "type": "meeting.finished", "subject": "m", "time": "2027-01-15T08:00:45.000Z", "data": {}}
        found.journal = [end]
        found.heard = [Heard(START + ROW.meeting + heard, end)]
    return found


def test_a_pause_begins_with_the_last_that_was_acknowledged_before() -> None:
    assert longest([], 10, 14) == 4
    assert longest([8, 12, 13], 10, 14) == 4
    assert longest([8, 10.5, 11], 10, 16) == 5
    # Earlier and later pauses belong to other rows.
    assert longest([1, 9, 11, 12, 40], 10, 13) == 2


@pytest.mark.parametrize(("heard", "lag", "words"), [
    (0.01, 0.0, ""), (-0.2, 0.0, ""), (0.3, 0.1, ""), (0.3, 0.0, "+300 ms off"), (None, 0.0, "no end"),
])
def test_a_meeting_ends_at_its_time(heard: float | None, lag: float, words: str) -> None:
    one = seen()
    found = [finding.sentence for finding in judge([one], evidence(heard=heard, lag=lag))]
    assert len(found) == bool(words) and all(words in sentence for sentence in found)
    assert (one.off is None) == (heard is None)


def test_a_pause_has_a_bound() -> None:
    one = seen()
    one.pause = 35.1
    assert [finding.sentence for finding in judge([one], evidence(heard=0.0))] == [
        "At “something: killed” nothing was acknowledged for 35.1 s."]
    assert judge([one], evidence(heard=0.0), has_defaults=True) == []
    one.pause = 50.1
    assert len(judge([one], evidence(heard=0.0), has_defaults=True)) == 1


def test_the_table_has_a_line_for_each() -> None:
    one = seen(whole=50.0)
    judge([one], evidence(heard=0.02))
    assert table([one]).splitlines()[-1] == "| something: killed | 20.0 s | 50 s | +20 ms |"


def test_each_row_can_be_done_and_its_meeting_outlasts_it() -> None:
    for row in ROWS:
        assert callable(getattr(Machines, f"do_{row.do}"))
        assert row.meeting > row.most
