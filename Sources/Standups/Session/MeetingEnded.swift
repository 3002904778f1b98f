public import Countdown
public import FastJSON
public import Foundation

extension MeetingSession {
  /// The end of a meeting by a person, which can be undone for `Undo.windowMs`. It is saved with the
  /// meeting, but not part of messages.
  public struct Ended: FastCodable, Hashable, Sendable {
    /// UUID of the end, for `meetings.undo`.
    public var change: Undo.ID
    /// The way in which the meeting ended.
    public var kind: Kind
    /// Moment of the end.
    public var at: ClockReading
    /// Number of lines of the transcript at the end. Lines after these arrived late.
    public var lines: Int
    /// Number of parts of the past meeting; 0 for a discarded one.
    public var parts: Int
    /// Start of the standup's newest past meeting before the end, in milliseconds since 1970-01-01
    /// UTC; nil for none.
    public var lastMeetingMs: Int64?
    /// The person who ended the meeting; nil for a tool.
    public var by: Attendee.PersonID?

    /// Creates an end; `lastMeetingMs` is nil if the standup had no past meeting.
    public init(
      change: Undo.ID, kind: Kind, at: ClockReading, lines: Int, parts: Int = 0,
      lastMeetingMs: Int64? = nil, by: Attendee.PersonID? = nil
    ) {
      self.change = change
      self.kind = kind
      self.at = at
      self.lines = lines
      self.parts = parts
      self.lastMeetingMs = lastMeetingMs
      self.by = by
    }

    /// The way in which a person ended a meeting.
    public enum Kind: String, Codable, CaseIterable, Hashable, Sendable {
      /// The meeting was saved as a past meeting.
      case saved
      /// The meeting was discarded.
      case discarded
    }

    /// The end as messages contain it.
    public var undo: EndUndo { EndUndo(change: change, until: Undo.until(since: at)) }

    /// Returns the time until the end becomes final, in milliseconds, from 0 to `Undo.windowMs`.
    public func leftMs(at moment: ClockReading) -> Int64 {
      min(max(Undo.windowMs - moment.milliseconds(since: at), 0), Undo.windowMs)
    }
  }

  /// The end of a meeting by a person, while it can be undone.
  public struct EndUndo: FastCodable, Hashable, Sendable {
    /// UUID of the end, for `meetings.undo`.
    public var change: Undo.ID
    /// Time at which the end becomes final.
    public var until: Date

    /// Creates an end that can be undone until a time.
    public init(change: Undo.ID, until: Date) {
      self.change = change
      self.until = until
    }
  }

  /// True if the meeting can be continued after its end: its clock has run, and time is left.
  public var canReopen: Bool {
    startedAt != nil && !clock.isRunning && clock.elapsedMs < schedule.durationMs
  }

  /// Continues a meeting that has ended, with the clock as it was at the end. The time since then
  /// belongs to no turn.
  public mutating func reopen(at moment: ClockReading) {
    (ended, destination) = (nil, nil)
    adopt(clock.released(at: moment))
  }
}
