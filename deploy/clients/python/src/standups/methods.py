"""The commands as methods, the same for both clients: `R` is the reply, or an awaitable of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from .core.commands import Request

R = TypeVar("R")
Send = Callable[[Request], R]
Attendee = str | Mapping[str, Any]


class _Methods(Generic[R]):
    def __init__(self, send: Send[R]) -> None:
        self._send = send

    def _ask(self, target: str, /, **body: Any) -> R:
        return self._send(Request(target, _told(body), changes=False))

    def _do(self, target: str, /, **body: Any) -> R:
        return self._send(Request(target, _told(body), changes=True))


class Standups(_Methods[R]):
    """`standups.*`"""

    def list(self, after: str | None = None, limit: int | None = None) -> R:
        """`{standups: [{standup, meetings, lastMeeting?, live?}], next?}`"""
        return self._ask("standups.list", after=after, limit=limit)

    def get(self, id: str, after: str | None = None, limit: int | None = None) -> R:
        """`{summary, meetings, next?}`, past meetings newest first."""
        return self._ask("standups.get", id=id, after=after, limit=limit)

    def create(
        self,
        title: str | None = None,
        attendees: Sequence[Attendee] | None = None,
        duration_ms: int | None = None,
        theme: str | None = None,
        id: str | None = None,
    ) -> R:
        """The standup. Attendees are names, or `{name, id?, weight?}`."""
        return self._do(
            "standups.create",
            id=id,
            title=title,
            durationMs=duration_ms,
            theme=theme,
            attendees=_attendees(attendees),
        )

    def edit(
        self,
        id: str,
        title: str | None = None,
        attendees: Sequence[Attendee] | None = None,
        duration_ms: int | None = None,
        theme: str | None = None,
        revision: int | None = None,
    ) -> R:
        """The standup, with what is told changed. Attendees without an id are new ones.

        With the `revision` that was read, a standup that changed since is a `conflict`."""
        return self._do(
            "standups.edit",
            id=id,
            title=title,
            durationMs=duration_ms,
            revision=revision,
            theme=theme,
            attendees=_attendees(attendees),
        )

    def absent(self, id: str, attendee: str, until_ms: int) -> R:
        """Says until when somebody is absent: meetings that start before leave this one out. The standup.

        `until_ms` is in milliseconds since 1970-01-01 UTC: the end of the last day, where a day is meant."""
        return self._do("standups.absent", id=id, attendee=attendee, untilMs=until_ms)

    def present(self, id: str, attendee: str) -> R:
        """Takes that back. The standup."""
        return self._do("standups.present", id=id, attendee=attendee)

    def delete(self, id: str) -> R:
        """Deletes it with its past meetings; refused while it meets."""
        return self._do("standups.delete", id=id)

    def delete_meeting(self, standup: str, meeting: str) -> R:
        return self._do("standups.deleteMeeting", standup=standup, meeting=meeting)

    def note(
        self,
        standup: str,
        text: str | None = None,
        *,
        attendee: str | None = None,
        meeting: str | None = None,
        last: bool | None = None,
    ) -> R:
        """Writes down what somebody has to come back to, unless told the one who has the floor in the live meeting.

        With `last` the text is what that speaker said last, as it was written down."""
        return self._do("standups.note", standup=standup, text=text, attendee=attendee, meeting=meeting, last=last)

    def follow_ups(self, standup: str) -> R:
        """What is open in a standup, the oldest first: `{followUps}`."""
        return self._do("standups.followUps", standup=standup)

    def finish_follow_up(self, standup: str, follow_up: str) -> R:
        """Says that it is done: it is shown in no turn any more."""
        return self._do("standups.finishFollowUp", standup=standup, followUp=follow_up)

    def find_person(self, name: str, after: str | None = None) -> R:
        """Where a person is named, on one page of what is saved; go on with the reply's `next`."""
        return self._do("standups.findPerson", name=name, after=after)

    def forget_person(self, standup: str, name: str, after: str | None = None) -> R:
        """Erases a person's words and name from a standup, a page at a time: go on with the reply's `next`."""
        return self._do("standups.forgetPerson", standup=standup, name=name, after=after)

    def meeting_part(self, standup: str, meeting: str, part: int) -> R:
        """A further part of a long past meeting, from 2 to its `parts`."""
        return self._do("standups.meetingPart", standup=standup, meeting=meeting, part=part)

    def unreadable(self, document: str, after: str | None = None) -> R:
        """A piece of what is saved and cannot be read, as it is on the disk: `{piece, next}`."""
        return self._do("standups.unreadable", document=document, after=after)

    def discard(self, document: str) -> R:
        """Removes what cannot be read; `document` is one of `status`'s `unreadable`."""
        return self._do("standups.discard", document=document)

    def import_(self, json: str, existing: str | None = None) -> R:
        """Reads a `standups.json`; `existing` is `refuse`, `keep` or `replace`."""
        return self._do("standups.import", json=json, existing=existing)

    def import_part(self, id: str, part: int, json: str, existing: str | None = None) -> R:
        """One part of a file of any size, a file of its own; `id` is a UUID that you draw."""
        return self._do("standups.importPart", id=id, part=part, json=json, existing=existing)

    def import_all(self, id: str, parts: int) -> R:
        """Takes the parts that were sent: `{id, phase, parts, applied, created, …}`"""
        return self._do("standups.importAll", id=id, parts=parts)

    def import_progress(self, id: str) -> R:
        """How far that is; `phase` is `receiving`, `applying` or `done`."""
        return self._ask("standups.importProgress", id=id)

    def export(
        self,
        ids: Sequence[str] | None = None,
        dialect: str | None = None,
        after: str | None = None,
    ) -> R:
        """`{json, next?}`; the texts of the pages, joined, are the file."""
        return self._ask("standups.export", ids=ids, dialect=dialect, after=after)

    def search(self, query: str, limit: int | None = None, offset: int | None = None) -> R:
        """`{hits: [{standup, title, meeting, snippet}], total}`"""
        return self._ask("standups.search", query=query, limit=limit, offset=offset)

    def status(self) -> R:
        """What is open over the list."""
        return self._ask("standups.status")

    def answer(self, action: str) -> R:
        """Answers the alert that is open over the list."""
        return self._do("standups.answer", action=action)


class Meetings(_Methods[R]):
    """`meetings.*`; most replies are `{session, elapsedMs}`."""

    def start(
        self,
        standup: str,
        is_recorded: bool | None = None,
        absent: Sequence[str] | None = None,
        order: str | None = None,
        seed: int | None = None,
        present: Sequence[str] | None = None,
    ) -> R:
        """Refused as a conflict while the standup meets.

        `absent` has ids of attendees, besides those who were said to be absent; `present` those of them who are there; `order` is `listed`, `lastFirst` or `shuffled`, drawn from `seed`."""
        return self._do(
            "meetings.start",
            standup=standup,
            isRecorded=is_recorded,
            absent=None if absent is None else list(absent),
            order=order,
            seed=seed,
            present=None if present is None else list(present),
        )

    def get(self, id: str) -> R:
        return self._ask("meetings.get", id=id)

    def live(self) -> R:
        """`{meetings: [{session, elapsedMs}]}`"""
        return self._ask("meetings.live")

    def next(self, id: str, from_: int | None = None) -> R:
        """The next speaker; on the last one it asks whether to end.

        With `from_`, whose turn ends (from 0), one whose turn is over already skips nobody."""
        return self._do("meetings.next", id=id, **{"from": from_})

    def postpone(self, id: str, from_: int | None = None) -> R:
        """The speaker comes back at the end; refused as a conflict on the last one."""
        return self._do("meetings.postpone", id=id, **{"from": from_})

    def extend(self, id: str, by_ms: int | None = None, from_: int | None = None) -> R:
        """More time for the speaker: a minute, unless told."""
        return self._do("meetings.extend", id=id, byMs=by_ms, **{"from": from_})

    def absent(self, id: str, attendee: str) -> R:
        """Shares the turns that this one still has among those who are to speak."""
        return self._do("meetings.absent", id=id, attendee=attendee)

    def present(self, id: str, attendee: str) -> R:
        """Somebody came late, or is back: a turn at the end, and the meeting ends so much later."""
        return self._do("meetings.present", id=id, attendee=attendee)

    def pause(self, id: str) -> R:
        """Holds the clock until `resume`."""
        return self._do("meetings.pause", id=id)

    def resume(self, id: str) -> R:
        """Lets a meeting go on that was paused, or that asks whether to end."""
        return self._do("meetings.resume", id=id)

    def end(self, id: str) -> R:
        """Asks whether to end; `answer` it."""
        return self._do("meetings.end", id=id)

    def answer(self, id: str, action: str) -> R:
        """`{live: …}`, `{finished: meeting}` or `{discarded: {}}`"""
        return self._do("meetings.answer", id=id, action=action)


class Focus(_Methods[R]):
    """`focus.*`; a person has one, `{person, title, isRunning, elapsedMs, durationMs}`."""

    def get(self, person: str) -> R:
        return self._ask("focus.get", person=person)

    def set_title(self, person: str, title: str) -> R:
        """Refused as a conflict while it runs."""
        return self._do("focus.setTitle", person=person, title=title)

    def start(self, person: str, title: str | None = None, duration_ms: int | None = None) -> R:
        """It stops by itself when its time is over: 25 minutes, unless told."""
        return self._do("focus.start", person=person, title=title, durationMs=duration_ms)

    def stop(self, person: str) -> R:
        """`{focus, item?}`: what was done, if it took a second at least."""
        return self._do("focus.stop", person=person)

    def items(
        self, person: str | None = None, after: str | None = None, limit: int | None = None
    ) -> R:
        """`{items: [{id, person, title, seconds, date}], next?, total}`, newest first."""
        return self._ask("focus.items", person=person, after=after, limit=limit)

    def item(self, id: str) -> R:
        return self._ask("focus.item", id=id)

    def delete(self, id: str) -> R:
        """Deletes one item."""
        return self._do("focus.delete", id=id)

    def forget(self, person: str) -> R:
        """Erases a person's focus and items, and what events and kept replies have of them."""
        return self._do("focus.forget", person=person)


class Schedule(_Methods[R]):
    """`schedule.*`: when standups meet; the subject is a standup's id.

    A schedule is `{subject, rule: {at, on, zone}, mode, remindMs?, holidays?, next, problem?}`.
    """

    def set(
        self,
        subject: str,
        at: str,
        on: Sequence[str],
        zone: str,
        mode: str = "ask",
        remind_ms: int | None = None,
        holidays: Mapping[str, Any] | None = None,
    ) -> R:
        """`set(id, "09:30", ["mon", "wed"], "Europe/Paris", mode="start")`; holidays are `{ics}` or `{url}`."""
        rule = {"at": at, "on": [*on], "zone": zone}
        return self._do(
            "schedule.set",
            subject=subject,
            rule=rule,
            mode=mode,
            remindMs=remind_ms,
            holidays=holidays,
        )

    def get(self, subject: str) -> R:
        """With its next five times."""
        return self._ask("schedule.get", subject=subject)

    def list(self, after: str | None = None, limit: int | None = None) -> R:
        """`{schedules, next?, total}`, each with its next time."""
        return self._ask("schedule.list", after=after, limit=limit)

    def times(self, subject: str, count: int | None = None) -> R:
        """`{times}`: when it meets next."""
        return self._ask("schedule.next", subject=subject, count=count)

    def calendar(self, entries: Sequence[Mapping[str, Any]]) -> R:
        """`{ics}` of `[{subject, title, durationMs, link?}]`."""
        return self._ask("schedule.calendar", entries=[*entries])

    def remove(self, subject: str) -> R:
        return self._do("schedule.remove", subject=subject)


class Gateway(_Methods[R]):
    """`gateway.*`: who is let into the page."""

    def invite(self, name: str, role: str = "operator") -> R:
        """`{link, code, expires}`: lets one browser in, once, within ten minutes."""
        return self._ask("gateway.invite", name=name, role=role)

    def calendar(self, name: str) -> R:
        """`{link, expires}`: lets a calendar program read when everybody meets, for a year."""
        return self._ask("gateway.calendar", name=name)

    def sessions(self) -> R:
        """`{address, sessions: [{id, name, role, began, expires}]}`, the latest first."""
        return self._ask("gateway.sessions")

    def revoke(self, id: str | None = None, name: str | None = None) -> R:
        """Ends one session, or all of a name: `{sessions, invites}`."""
        return self._do("gateway.revoke", id=id, name=name)


class Bridge(_Methods[R]):
    """`bridge.*`: the stream of NATS to which events are published."""

    def status(self) -> R:
        """`{state, reason?, stream?, base?, epoch?, sequence?, behind?, published, left, …}`"""
        return self._ask("bridge.status")

    def rebuild(self) -> R:
        """Drops the stream and makes it anew from the journal; the status as it stands."""
        return self._ask("bridge.rebuild")

    def remove_stream(self, name: str) -> R:
        """Removes a stream that an earlier journal has left."""
        return self._ask("bridge.removeStream", name=name)


class Cells(_Methods[R]):
    """`cells.*`: which installation has which standups."""

    def list(self) -> R:
        """`{cell?, version, cells: [{name, router, slots}]}`"""
        return self._ask("cells.list")

    def share(self) -> R:
        """What belongs to this cell, and where all else is: `{version, slots, others}`."""
        return self._ask("cells.share")

    def add(self, name: str, router: str) -> R:
        """Adds a cell, or says where its routers are now: all cells afterwards."""
        return self._ask("cells.add", name=name, router=router)

    def move(self, slots: str, to: str) -> R:
        """Sends slots, as `0-511,700`, to a cell, with their standups and meetings: all cells, with what is on its way."""
        return self._ask("cells.move", slots=slots, to=to)


class Archive(_Methods[R]):
    """`archive.*`: all that users own, read slot by slot, and written where it is not there."""

    def contents(self, after: str | None = None) -> R:
        """`{cell?, epoch, sequence, slots, elsewhere?, live, next?}`"""
        return self._ask("archive.contents", after=after)

    def digests(self, slot: int | None = None, after: str | None = None) -> R:
        """`{digests: [{key: {collection, id}, digest}], next?}`; without a slot what belongs to no standup."""
        return self._ask("archive.digests", slot=slot, after=after)

    def documents(
        self,
        collection: str,
        ids: Sequence[str],
        slot: int | None = None,
        with_secrets: bool | None = None,
    ) -> R:
        """`{documents, unreadable?, next?}`"""
        return self._ask(
            "archive.documents", slot=slot, collection=collection, ids=ids, withSecrets=with_secrets
        )

    def restore(
        self,
        documents: Sequence[Mapping[str, Any]],
        slot: int | None = None,
        is_dry_run: bool | None = None,
    ) -> R:
        """Writes those that are not there: `{outcomes: [{result, reason?}]}`."""
        return self._do("archive.restore", slot=slot, documents=documents, isDryRun=is_dry_run)

    def finish(self) -> R:
        """All is written: the services load it."""
        return self._do("archive.finish")


class Events(_Methods[R]):
    """`events.*`; `follow()` uses them so that you need not."""

    def heads(self) -> R:
        """`{epoch, head, oldest}`"""
        return self._ask("events.heads")

    def snapshot(self, after: str | None = None, limit: int | None = None) -> R:
        """`{epoch, sequence, standups, meetings, next?}`"""
        return self._ask("events.snapshot", after=after, limit=limit)

    def replay(
        self,
        after: int,
        epoch: str | None = None,
        types: Sequence[str] | None = None,
        standup: str | None = None,
        meeting: str | None = None,
        limit: int | None = None,
    ) -> R:
        """`{events, epoch, head, hasMore}`; at most 1000 events."""
        return self._ask(
            "events.replay",
            after=after,
            epoch=epoch,
            types=types,
            standup=standup,
            meeting=meeting,
            limit=limit,
        )


    def publish(
        self,
        type: str,
        subject: str,
        data: Mapping[str, Any] | None = None,
        standup: str | None = None,
        meeting: str | None = None,
        ephemeral: bool | None = None,
    ) -> R:
        """`{events: [{id, type, time, sequence?}], epoch?}`

        The type is `test.…` or begins with a domain backwards, as in `com.example.deploy.done`.
        """
        event = _told(
            {
                "type": type,
                "subject": subject,
                "data": data,
                "standup": standup,
                "meeting": meeting,
            }
        )
        return self._do("events.publish", events=[event], isEphemeral=ephemeral)


class Router(_Methods[R]):
    """`router.*`"""

    def connections(self, after: str | None = None, limit: int | None = None) -> R:
        """`{connections: [{id, kind, service?, received?, sent?, dropped?, waitingBytes, …}], atMs, next?}`"""
        return self._ask("router.connections", after=after, limit=limit)

    def trace(self, id: str, after: str | None = None, limit: int | None = None) -> R:
        """`{correlation, messages, events, memory, isJournalRead, next?}`

        `id` is that of any message or event of the trace, or its first 8 characters; an event names its
        trace in `correlationid`.
        """
        return self._ask("router.trace", id=id, after=after, limit=limit)

    def traces(
        self,
        target: str | None = None,
        failed: bool | None = None,
        all: bool | None = None,
        limit: int | None = None,
    ) -> R:
        """`{traces, memory}`, the latest commands first."""
        return self._ask("router.traces", target=target, isFailed=failed, isAll=all, limit=limit)

    def health(self) -> R:
        return self._ask("router.health")

    def services(self) -> R:
        return self._ask("router.services")


def _told(body: Mapping[str, Any]) -> dict[str, Any]:
    """Without what was not told."""
    return {name: value for name, value in body.items() if value is not None}


def _attendees(attendees: Sequence[Attendee] | None) -> Sequence[Mapping[str, Any]] | None:
    if attendees is None:
        return None
    return [{"name": one} if isinstance(one, str) else one for one in attendees]
