public import Bus
public import Countdown
public import FastJSON
public import Schema

/// Starts a countdown with speakers, for any id.
///
/// An existing id fails with `conflict`, unless the same start is repeated under the same `idem`;
/// an owner without a binding fails with `invalid`. A tool's own countdown has an id such as
/// `tool/…`. The event `countdown.ended` reports its end, and it is lost if its timer stops.
///
/// ```swift
/// // Three speakers with a minute each. The countdown of a tool has an id that begins with `tool/`.
/// let status = try await bus.send(
///   StartCountdown(id: "tool/tea", durationMs: 180_000, speakers: 3))
/// print(status.speaker)  // 0
/// ```
public struct StartCountdown: KeyedCommand, FastCodable, Hashable {
  /// The countdown right after its start, or at the point from which it was resumed.
  public typealias Reply = CountdownStatus
  /// Wire name. Only the owner of the id may send it: the router, or a tool for `tool/`.
  public static let target = "timer.start"
  public static let traits = CommandTraits(access: .owner, errors: [.conflict])

  /// Id of the countdown, `owner/name`, at most 128 bytes. There is one countdown per id. The
  /// router must have a binding for the owner.
  public var id: String
  /// Duration, in milliseconds, from 1 ms to 7 days.
  public var durationMs: Int64
  /// Number of turns, from 1 to 1000, and at most one per millisecond.
  public var speakers: Int
  /// Length of each turn, in milliseconds, one for each speaker; they add up to the duration.
  /// Absent for turns of equal length.
  public var turnsMs: [Int64]?
  /// Elapsed time between two ticks, in milliseconds, from 10 ms to 60 s. Default: 1000.
  public var tickMs: Int64?
  /// Point from which an earlier countdown resumes. It replaces an existing countdown with the same
  /// id. Absent for a new countdown, which starts at 0 now.
  public var resuming: Resumption?
  /// Topic families in which the ticks are published. Absent for no ticks.
  public var labels: EventLabels?
  public static let bounds: MemberBounds<Self> = [
    \.id: .ownedID,
    \.durationMs: .range(1...604_800_000),
    \.speakers: .range(1...1000),
    \.turnsMs: .count(1...1000).each(.atLeast(1)),
    \.tickMs: .range(10...60_000, default: 1000),
  ]

  /// Creates a countdown. Default: it runs at once, with a tick each second and without labels.
  ///
  /// There are at most 1000 speakers, and at most one per millisecond. Ticks are 10 ms to 60 s
  /// apart, and a label has at most 256 bytes. A value outside its range fails with `invalid`, an
  /// existing id with `conflict`, and a countdown beyond the maximum number with `busy`.
  public init(
    id: String, durationMs: Int64, speakers: Int, turnsMs: [Int64]? = nil, tickMs: Int64? = nil,
    resuming: Resumption? = nil, labels: EventLabels? = nil
  ) {
    self.id = id
    self.durationMs = durationMs
    self.speakers = speakers
    self.turnsMs = turnsMs
    self.tickMs = tickMs
    self.resuming = resuming
    self.labels = labels
  }

  /// Saved state of a countdown, from the router's integration. It replaces the state of a running
  /// countdown with the same id.
  public struct Resumption: FastCodable, Hashable, Sendable {
    /// Elapsed time, the time of the reading, and whether the clock runs. An elapsed time beyond
    /// the duration counts as its end.
    public var clock: CountdownClock
    /// Index of the last speaker whose turn was announced. The turns of later speakers are announced
    /// again; late ticks are not replayed.
    public var announcedSpeaker: Int

    /// Creates the point from saved values; `announcedSpeaker` is the index of a speaker, from 0.
    public init(clock: CountdownClock, announcedSpeaker: Int) {
      self.clock = clock
      self.announcedSpeaker = announcedSpeaker
    }
  }
}

/// State of a countdown.
public struct CountdownStatus: FastCodable, Hashable, Sendable, Bounded {
  /// Id under which it was started, `owner/name`.
  public var id: String
  /// Duration of the countdown, in milliseconds, without pauses.
  public var durationMs: Int64
  /// Number of turns, from 1. They share the duration evenly, unless the countdown was started with
  /// `turnsMs`.
  public var speakers: Int
  /// Index of the current speaker, from 0.
  public var speaker: Int
  /// Elapsed time in whole milliseconds, the time of the reading, and whether the clock runs.
  public var clock: CountdownClock
  public static let bounds: MemberBounds<Self> = [
    \.id: .ownedID,
    \.durationMs: .atLeast(1),
    \.speakers: .atLeast(1),
  ]

  /// Creates the state at one time, without checking it.
  public init(
    id: String, durationMs: Int64, speakers: Int, speaker: Int, clock: CountdownClock
  ) {
    self.id = id
    self.durationMs = durationMs
    self.speakers = speakers
    self.speaker = speaker
    self.clock = clock
  }
}

/// Pauses the clock of a countdown. A paused countdown stays as it is.
public struct PauseCountdown: KeyedCommand, FastCodable, Hashable {
  /// The countdown, paused, with its elapsed time.
  public typealias Reply = CountdownStatus
  /// Wire name. Only the owner of the id may send it.
  public static let target = "timer.pause"
  public static let traits = CommandTraits(access: .owner, errors: [.notFound])
  /// Id of the countdown; an unknown one fails with `not_found`.
  public var id: String
  public static let bounds: MemberBounds<Self> = [\.id: .ownedID]
  /// Pauses the countdown with this id.
  public init(id: String) { self.id = id }
}

/// Resumes the clock of a countdown. A running countdown stays as it is.
public struct ResumeCountdown: KeyedCommand, FastCodable, Hashable {
  /// The countdown, which continues where it was paused.
  public typealias Reply = CountdownStatus
  /// Wire name. Only the owner of the id may send it.
  public static let target = "timer.resume"
  public static let traits = CommandTraits(access: .owner, errors: [.notFound])
  /// Id of the countdown; an unknown one fails with `not_found`.
  public var id: String
  public static let bounds: MemberBounds<Self> = [\.id: .ownedID]
  /// Resumes the countdown with this id.
  public init(id: String) { self.id = id }
}

/// Jumps to the start of the next turn.
///
/// Fails with `conflict` on the last speaker.
public struct SkipSpeaker: KeyedCommand, FastCodable, Hashable {
  /// The countdown at the start of the next turn, or unchanged if nothing was skipped.
  public typealias Reply = CountdownStatus
  /// Wire name. Only the owner of the id may send it.
  public static let target = "timer.skip"
  public static let traits = CommandTraits(access: .owner, errors: [.notFound, .conflict])
  /// Id of the countdown; an unknown one fails with `not_found`.
  public var id: String
  /// Index of the speaker to skip, from 0; if another one is speaking by then, nothing changes.
  /// Default: the current speaker.
  public var from: Int?
  public static let bounds: MemberBounds<Self> = [\.id: .ownedID]
  /// Skips a speaker. With `from`, repeating the command skips only once; without it, each
  /// repetition skips another speaker.
  public init(id: String, from: Int? = nil) {
    self.id = id
    self.from = from
  }
}

/// Ends a countdown without `timer.finished`.
public struct CancelCountdown: KeyedCommand, FastCodable, Hashable {
  /// The countdown as it was when it ended.
  public typealias Reply = CountdownStatus
  /// Wire name. Only the owner of the id may send it.
  public static let target = "timer.cancel"
  public static let traits = CommandTraits(access: .owner, errors: [.notFound])
  /// Id of the countdown. An unknown id fails with `not_found`.
  public var id: String
  public static let bounds: MemberBounds<Self> = [\.id: .ownedID]
  /// Ends the countdown with this id.
  public init(id: String) { self.id = id }
}

/// Reads the state of a countdown.
public struct GetCountdown: KeyedCommand, FastCodable, Hashable {
  /// The countdown at the time of the reply.
  public typealias Reply = CountdownStatus
  /// Wire name. If there are several timers, the one that has the id receives
  /// it.
  public static let target = "timer.get"
  public static let traits = CommandTraits(access: .observer, in: .any, errors: [.notFound])
  /// Id of the countdown. An unknown id fails with `not_found`.
  public var id: String
  public static let bounds: MemberBounds<Self> = [\.id: .ownedID]
  /// Requests the state of the countdown with this id.
  public init(id: String) { self.id = id }
}

/// Lists the countdowns of one timer, by id.
public struct ListCountdowns: BusCommand, Hashable {
  /// Wire name. It has no routing key, so any of several timers may reply.
  public static let target = "timer.list"
  public static let traits = CommandTraits(access: .observer, in: .any)
  /// Lists only ids after this one. Default: the first page.
  public var after: String?
  /// Maximum number of countdowns per page, from 1 to 1000. Default: 100.
  public var limit: Int?
  public static let bounds: MemberBounds<Self> = [\.limit: .range(1...1000, default: 100)]
  /// Requests a page. Default: the first 100. A limit outside 1 to 1000 fails with `invalid`.
  public init(after: String? = nil, limit: Int? = nil) {
    self.after = after
    self.limit = limit
  }

  /// A page of one timer's countdowns.
  public struct Reply: Codable, Hashable, Sendable {
    /// Countdowns in the order of their ids.
    public var countdowns: [CountdownStatus]
    /// Cursor to pass as `after` for the next page. Absent on the last page.
    public var next: String?
    /// Creates a page, with the id after which the next one begins.
    public init(countdowns: [CountdownStatus], next: String?) {
      self.countdowns = countdowns
      self.next = next
    }
  }
}

/// Reports that the next turn began because its start time was reached.
public struct CountdownSpeakerChanged: OwnedMessage, FastCodable, Hashable {
  /// Empty reply. While the router is unavailable, the timer repeats the message.
  public typealias Reply = Done
  /// Wire name. The router invokes the binding of the id's owner.
  public static let target = "timer.speakerChanged"
  public static let errors: [BusError.Code] = [.notFound, .unbound]
  /// Id of the countdown, `owner/name`.
  public var id: String
  /// Index of the speaker whose turn began, from 0.
  public var speaker: Int
  /// Start of the turn in elapsed time, in milliseconds.
  public var elapsedMs: Int64
  public static let bounds: MemberBounds<Self> = [\.id: .ownedID]
  /// Reports a speaker and the elapsed time at the start of the turn, regardless of when the report
  /// is sent.
  public init(id: String, speaker: Int, elapsedMs: Int64) {
    self.id = id
    self.speaker = speaker
    self.elapsedMs = elapsedMs
  }
}

/// Reports that the time of a countdown is up. The countdown is removed once the reply arrives.
public struct CountdownFinished: OwnedMessage, FastCodable, Hashable {
  /// Empty reply. While the router is unavailable, the timer repeats the message.
  public typealias Reply = Done
  /// Wire name. The router invokes the binding of the id's owner.
  public static let target = "timer.finished"
  public static let errors: [BusError.Code] = [.notFound, .unbound]
  /// Id of the countdown, `owner/name`.
  public var id: String
  /// Elapsed time at the end, in milliseconds, which is the duration.
  public var elapsedMs: Int64
  public static let bounds: MemberBounds<Self> = [\.id: .ownedID]
  /// Reports that the countdown reached its end.
  public init(id: String, elapsedMs: Int64) {
    self.id = id
    self.elapsedMs = elapsedMs
  }
}

/// Requests the countdowns that should run.
///
/// The timer sends it when it starts, and when another timer was lost. The pages of the reply list
/// all countdowns, of which the timer claims those that belong to it.
public struct CountdownsRequested: WorkRequest, FastEncodable, Hashable {
  /// Wire name. The router asks every owner in turn, and merges their pages.
  public static let target = "timer.countdownsRequested"
  /// Cursor from `next` of the previous page. Default: the first page.
  public var after: String?
  /// Requests a page. Default: the first one.
  public init(after: String? = nil) { self.after = after }

  /// A page of countdowns that should run, including those of other timers.
  public struct Reply: WorkPage, FastCodable, Hashable {
    /// Countdowns of this page, each as a start that resumes its clock. A timer that shares the
    /// work claims those that belong to it.
    public var countdowns: [StartCountdown]
    /// Cursor to pass as `after` for the next page. Absent on the last page.
    public var next: String?
    /// Owners that were skipped because they are unavailable. Their work is not listed, but may not
    /// have ended. Absent if no owner was skipped.
    public var away: [String]?
    /// Reply of an owner without countdowns.
    public static let empty = Reply(countdowns: [])
    /// Creates a page; `next` is nil on the last one.
    public init(countdowns: [StartCountdown], next: String? = nil, away: [String]? = nil) {
      self.countdowns = countdowns
      self.next = next
      self.away = away
    }
  }
}

/// Data of a tick, an ephemeral event that is published under the countdown's labels.
///
/// To show the time between two ticks, a client continues from `elapsedMs` with its own clock.
public struct TickData: Codable, FastEncodable, Hashable, Sendable, Bounded {
  /// Elapsed time at the tick, in milliseconds, from 0.
  public var elapsedMs: Int64
  /// Duration of the countdown, in milliseconds; for a meeting that runs over, the maximum
  /// duration.
  public var durationMs: Int64
  /// Index of the current speaker, from 0.
  public var speaker: Int
  /// Number of turns, from 1.
  public var speakers: Int
  /// End of the current turn in elapsed time, in milliseconds.
  public var turnEndsMs: Int64
  public static let bounds: MemberBounds<Self> = [
    \.durationMs: .atLeast(1), \.speakers: .atLeast(1),
  ]
  /// Creates the data without the labels, which belong to the event.
  public init(
    elapsedMs: Int64, durationMs: Int64, speaker: Int, speakers: Int, turnEndsMs: Int64
  ) {
    self.elapsedMs = elapsedMs
    self.durationMs = durationMs
    self.speaker = speaker
    self.speakers = speakers
    self.turnEndsMs = turnEndsMs
  }
}
