"""The events to follow, and how a gap in them is detected."""

from __future__ import annotations

from dataclasses import dataclass

from .. import event_types, topics
from ..codec import JSON
from ..events import CloudEvent


@dataclass(frozen=True)
class View:
    """The events to follow: one meeting, one standup, one team, one type, or everything.

    `types` restricts them to some types.

    A type that ends with a dot is a prefix. To follow several types, the client follows all durable events, as
    only then their relative order is certain.
    """

    types: tuple[str, ...] = ()
    standup: str | None = None
    meeting: str | None = None
    #: Includes ticks and partial transcripts; they are not durable and can be missed.
    ephemeral: bool = False
    team: str | None = None

    @property
    def is_everything(self) -> bool:
        """True if the global sequence shows missing events."""
        return (
            self.meeting is None
            and self.standup is None
            and self.team is None
            and self._single is None
        )

    @property
    def topics(self) -> tuple[str, ...]:
        kept = (self._single,) if self._single else event_types.DURABLE
        passing = tuple(t for t in event_types.EPHEMERAL if self.ephemeral and self._wants(t))
        types = kept + passing
        team = topics.of_team(self.team) if self.team is not None else ""
        if self.meeting is not None:
            return tuple(team + topics.of_meeting(self.meeting, type) for type in types)
        if self.standup is not None:
            return tuple(team + topics.of_standup(self.standup, type) for type in types)
        return tuple(team + topics.of_type(type) for type in types)

    @property
    def replay(self) -> JSON:
        """The filter of `events.replay` that returns the same events."""
        if self.meeting is not None:
            return {"meeting": self.meeting}
        if self.standup is not None:
            return {"standup": self.standup}
        if self.team is not None:
            return {"teams": [self.team]}
        return {"types": [self._single]} if self._single else {}

    def previous(self, event: CloudEvent) -> int:
        """The sequence of the event before this one in the view; 0 if it is the first."""
        if self.meeting is not None:
            return event.previous_of_meeting
        if self.standup is not None:
            return event.previous_of_standup
        if self.team is not None:
            return event.previous_of_team
        if self._single is not None:
            return event.previous_of_type
        return (event.sequence or 1) - 1

    def accepts(self, event: CloudEvent) -> bool:
        return self._wants(event.type) and self.team in (None, event.team)

    @property
    def _single(self) -> str | None:
        is_narrow = (self.meeting, self.standup, self.team) != (None, None, None)
        if is_narrow or len(self.types) != 1:
            return None
        return None if self.types[0].endswith(".") else self.types[0]

    def _wants(self, type: str) -> bool:
        return not self.types or any(
            type.startswith(wanted) if wanted.endswith(".") else type == wanted
            for wanted in self.types
        )
