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
        """Creates a standup and returns it. Attendees are names, or `{name, id?, weight?}`."""
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
        """Changes the given members; returns the standup. Attendees without an id are new.

        If `revision` is given and the standup has changed since, it raises a `conflict`."""
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
        """Marks an attendee as absent from meetings that start before `until_ms`; returns the standup.

        `until_ms` is in milliseconds since 1970-01-01 UTC; for whole days, the end of the last day."""
        return self._do("standups.absent", id=id, attendee=attendee, untilMs=until_ms)

    def present(self, id: str, attendee: str) -> R:
        """Reverts `absent`; returns the standup."""
        return self._do("standups.present", id=id, attendee=attendee)

    def delete(self, id: str) -> R:
        """Deletes a standup with its past meetings; rejected during a meeting."""
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
        """Adds a follow-up for a person. Default: the current speaker of the live meeting.

        With `last` the text is the last transcribed utterance of that speaker."""
        return self._do("standups.note", standup=standup, text=text, attendee=attendee, meeting=meeting, last=last)

    def follow_ups(self, standup: str) -> R:
        """Open follow-ups of a standup, oldest first: `{followUps}`."""
        return self._do("standups.followUps", standup=standup)

    def finish_follow_up(self, standup: str, follow_up: str) -> R:
        """Marks a follow-up as done: it is no longer shown in any turn."""
        return self._do("standups.finishFollowUp", standup=standup, followUp=follow_up)

    def find_person(self, name: str, after: str | None = None) -> R:
        """Places that name a person, one page at a time; continue with the reply's `next`."""
        return self._do("standups.findPerson", name=name, after=after)

    def forget_person(self, standup: str, name: str, after: str | None = None) -> R:
        """Erases a person's words and name from a standup, one page at a time; continue with the reply's `next`."""
        return self._do("standups.forgetPerson", standup=standup, name=name, after=after)

    def meeting_part(self, standup: str, meeting: str, part: int) -> R:
        """Another part of a long past meeting, from 2 to its `parts`."""
        return self._do("standups.meetingPart", standup=standup, meeting=meeting, part=part)

    def unreadable(self, document: str, after: str | None = None) -> R:
        """A piece of a saved document that cannot be read, unchanged from disk: `{piece, next}`."""
        return self._do("standups.unreadable", document=document, after=after)

    def discard(self, document: str) -> R:
        """Deletes an unreadable document; `document` is one of `status`'s `unreadable`."""
        return self._do("standups.discard", document=document)

    def import_(self, json: str, existing: str | None = None) -> R:
        """Imports a `standups.json`; `existing` is `refuse`, `keep` or `replace`."""
        return self._do("standups.import", json=json, existing=existing)

    def import_part(self, id: str, part: int, json: str, existing: str | None = None) -> R:
        """Sends one part of a file of any size, each a complete file; `id` is a UUID that you generate."""
        return self._do("standups.importPart", id=id, part=part, json=json, existing=existing)

    def import_all(self, id: str, parts: int) -> R:
        """Imports the parts that were sent: `{id, phase, parts, applied, created, …}`"""
        return self._do("standups.importAll", id=id, parts=parts)

    def import_progress(self, id: str) -> R:
        """Progress of an import; `phase` is `receiving`, `applying` or `done`."""
        return self._ask("standups.importProgress", id=id)

    def export(
        self,
        ids: Sequence[str] | None = None,
        dialect: str | None = None,
        after: str | None = None,
    ) -> R:
        """Exports as `{json, next?}`; the pages' `json` strings, joined, are the file."""
        return self._ask("standups.export", ids=ids, dialect=dialect, after=after)

    def search(self, query: str, limit: int | None = None, offset: int | None = None) -> R:
        """`{hits: [{standup, title, meeting, snippet}], total}`"""
        return self._ask("standups.search", query=query, limit=limit, offset=offset)

    def status(self) -> R:
        """The alert that is open over the list, if any."""
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
        """Starts a meeting; rejected as a conflict during a meeting of the same standup.

        `absent` has ids of attendees to skip, in addition to those marked as absent; `present` has ids of marked
        attendees who attend after all; `order` is `listed`, `lastFirst` or `shuffled` (from `seed`)."""
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
        """Moves on to the next speaker; after the last one, the meeting asks whether to end.

        `from_` is the index (from 0) of the speaker whose turn ends; if that turn is already over, the call skips
        no one."""
        return self._do("meetings.next", id=id, **{"from": from_})

    def postpone(self, id: str, from_: int | None = None) -> R:
        """Moves the speaker to the end; rejected as a conflict for the last one."""
        return self._do("meetings.postpone", id=id, **{"from": from_})

    def extend(self, id: str, by_ms: int | None = None, from_: int | None = None) -> R:
        """Extends the speaker's turn. Default: one minute."""
        return self._do("meetings.extend", id=id, byMs=by_ms, **{"from": from_})

    def absent(self, id: str, attendee: str) -> R:
        """Marks an attendee as absent and shares their remaining time among the remaining speakers."""
        return self._do("meetings.absent", id=id, attendee=attendee)

    def present(self, id: str, attendee: str) -> R:
        """Adds an attendee who is late or has returned: they get a turn at the end, and the meeting is extended by
        it."""
        return self._do("meetings.present", id=id, attendee=attendee)

    def pause(self, id: str) -> R:
        """Pauses the clock until `resume`."""
        return self._do("meetings.pause", id=id)

    def resume(self, id: str) -> R:
        """Resumes a meeting that is paused or that asks whether to end."""
        return self._do("meetings.resume", id=id)

    def end(self, id: str) -> R:
        """Asks whether to end the meeting; reply with `answer`."""
        return self._do("meetings.end", id=id)

    def answer(self, id: str, action: str) -> R:
        """`{live: …}`, `{finished: meeting}` or `{discarded: {}}`"""
        return self._do("meetings.answer", id=id, action=action)


class Focus(_Methods[R]):
    """`focus.*`; each person has one focus, `{person, title, isRunning, elapsedMs, durationMs}`."""

    def get(self, person: str) -> R:
        return self._ask("focus.get", person=person)

    def set_title(self, person: str, title: str) -> R:
        """Sets the title; rejected as a conflict while the focus runs."""
        return self._do("focus.setTitle", person=person, title=title)

    def start(self, person: str, title: str | None = None, duration_ms: int | None = None) -> R:
        """Starts a focus, which stops automatically after its duration. Default: 25 minutes."""
        return self._do("focus.start", person=person, title=title, durationMs=duration_ms)

    def stop(self, person: str) -> R:
        """Stops a focus: `{focus, item?}`, with the saved item if it lasted at least a second."""
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
        """Erases a person's focus and items, and their data in events and in the idempotency store."""
        return self._do("focus.forget", person=person)


class Schedule(_Methods[R]):
    """`schedule.*`: meeting times of standups; the subject is a standup's id.

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
        """Sets a schedule: `set(id, "09:30", ["mon", "wed"], "Europe/Paris", mode="start")`; holidays are `{ics}` or
        `{url}`."""
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
        """A schedule with its next five times."""
        return self._ask("schedule.get", subject=subject)

    def list(self, after: str | None = None, limit: int | None = None) -> R:
        """`{schedules, next?, total}`, each with its next time."""
        return self._ask("schedule.list", after=after, limit=limit)

    def times(self, subject: str, count: int | None = None) -> R:
        """The next meeting times: `{times}`."""
        return self._ask("schedule.next", subject=subject, count=count)

    def calendar(self, entries: Sequence[Mapping[str, Any]]) -> R:
        """An iCalendar file, `{ics}`, for `[{subject, title, durationMs, link?}]`."""
        return self._ask("schedule.calendar", entries=[*entries])

    def remove(self, subject: str) -> R:
        return self._do("schedule.remove", subject=subject)


class Gateway(_Methods[R]):
    """`gateway.*`: access to the page."""

    def invite(self, name: str, role: str = "operator") -> R:
        """Creates an invitation that admits one browser, once, within ten minutes: `{link, code, expires}`."""
        return self._ask("gateway.invite", name=name, role=role)

    def calendar(self, name: str) -> R:
        """Creates a calendar link with the meeting times, valid for a year: `{link, expires}`."""
        return self._ask("gateway.calendar", name=name)

    def sessions(self) -> R:
        """`{address, sessions: [{id, name, role, began, expires}]}`, latest first."""
        return self._ask("gateway.sessions")

    def revoke(self, id: str | None = None, name: str | None = None) -> R:
        """Ends one session, or all sessions of a name: `{sessions, invites}`."""
        return self._do("gateway.revoke", id=id, name=name)


class Bridge(_Methods[R]):
    """`bridge.*`: the NATS stream to which events are published."""

    def status(self) -> R:
        """`{state, reason?, stream?, base?, epoch?, sequence?, behind?, published, left, …}`"""
        return self._ask("bridge.status")

    def rebuild(self) -> R:
        """Deletes the stream and rebuilds it from the journal; returns the current status."""
        return self._ask("bridge.rebuild")

    def remove_stream(self, name: str) -> R:
        """Deletes a stream left by an earlier journal."""
        return self._ask("bridge.removeStream", name=name)


class Cells(_Methods[R]):
    """`cells.*`: the assignment of standups to cells."""

    def list(self) -> R:
        """`{cell?, version, cells: [{name, router, slots}]}`"""
        return self._ask("cells.list")

    def share(self) -> R:
        """The slots of this cell and the places of all others: `{version, slots, others}`."""
        return self._ask("cells.share")

    def add(self, name: str, router: str) -> R:
        """Adds a cell or changes the address of its routers; returns all cells."""
        return self._ask("cells.add", name=name, router=router)

    def move(self, slots: str, to: str) -> R:
        """Moves slots, such as `0-511,700`, to a cell with their standups and meetings; returns all cells and the
        slots under way."""
        return self._ask("cells.move", slots=slots, to=to)


class Archive(_Methods[R]):
    """`archive.*`: all data of users, read slot by slot and restored where it is missing."""

    def contents(self, after: str | None = None) -> R:
        """`{cell?, epoch, sequence, slots, elsewhere?, live, next?}`"""
        return self._ask("archive.contents", after=after)

    def digests(self, slot: int | None = None, after: str | None = None) -> R:
        """`{digests: [{key: {collection, id}, digest}], next?}`; without a slot, those of documents that belong to no
        standup."""
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
        """Writes the documents that are missing: `{outcomes: [{result, reason?}]}`."""
        return self._do("archive.restore", slot=slot, documents=documents, isDryRun=is_dry_run)

    def finish(self) -> R:
        """Ends the restore: the services load the documents."""
        return self._do("archive.finish")


class Events(_Methods[R]):
    """`events.*`, which `follow()` calls for you."""

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
        """Publishes events of your own: `{events: [{id, type, time, sequence?}], epoch?}`

        The type is `test.…` or starts with a reversed domain name, as in `com.example.deploy.done`.
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
        """`{traces, memory}`, latest commands first."""
        return self._ask("router.traces", target=target, isFailed=failed, isAll=all, limit=limit)

    def health(self) -> R:
        return self._ask("router.health")

    def services(self) -> R:
        return self._ask("router.services")


def _told(body: Mapping[str, Any]) -> dict[str, Any]:
    """The body without members that are `None`."""
    return {name: value for name, value in body.items() if value is not None}


def _attendees(attendees: Sequence[Attendee] | None) -> Sequence[Mapping[str, Any]] | None:
    if attendees is None:
        return None
    return [{"name": one} if isinstance(one, str) else one for one in attendees]
