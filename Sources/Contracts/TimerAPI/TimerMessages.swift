public import Bus
public import Countdown

/// Starts a countdown with speakers, for any id.
public struct StartCountdown: KeyedCommand, Hashable {
  public typealias Reply = CountdownStatus
  public static let target = "timer.start"

  /// `owner/name`, at most 128 bytes; one countdown per id. The parent has a binding for the owner.
  public var id: String
  /// From 1 ms to 7 days.
  public var durationMs: Int64
  /// How many take a turn, from 1.
  public var speakers: Int
  /// Milliseconds of elapsed time between ticks; 1000 unless told.
  public var tickMs: Int64?
  /// Where a countdown that already ran goes on. Nil starts a new one at 0, now.
  public var resuming: Resumption?
  /// The views under which ticks are published; nil publishes none.
  public var labels: EventLabels?

  public init(
    id: String, durationMs: Int64, speakers: Int, tickMs: Int64? = nil,
    resuming: Resumption? = nil, labels: EventLabels? = nil
  ) {
    self.id = id
    self.durationMs = durationMs
    self.speakers = speakers
    self.tickMs = tickMs
    self.resuming = resuming
    self.labels = labels
  }

  /// The state that the parent kept. It replaces that of a countdown of the same id, if one runs.
  public struct Resumption: Codable, Hashable, Sendable {
    public var clock: CountdownClock
    /// The last speaker whose turn was announced; later ones are announced again, late ticks are not.
    public var announcedSpeaker: Int

    public init(clock: CountdownClock, announcedSpeaker: Int) {
      self.clock = clock
      self.announcedSpeaker = announcedSpeaker
    }
  }
}

/// A countdown as it stands.
public struct CountdownStatus: Codable, Hashable, Sendable {
  public var id: String
  public var durationMs: Int64
  public var speakers: Int
  /// Whose turn it is, from 0.
  public var speaker: Int
  public var clock: CountdownClock

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

/// Holds the clock of a countdown. A held one stays as it is.
public struct PauseCountdown: KeyedCommand, Hashable {
  public typealias Reply = CountdownStatus
  public static let target = "timer.pause"
  public var id: String
  public init(id: String) { self.id = id }
}

/// Lets the clock go on. A running one stays as it is.
public struct ResumeCountdown: KeyedCommand, Hashable {
  public typealias Reply = CountdownStatus
  public static let target = "timer.resume"
  public var id: String
  public init(id: String) { self.id = id }
}

/// Jumps to the next speaker's beginning. On the last speaker it is refused as a conflict.
public struct SkipSpeaker: KeyedCommand, Hashable {
  public typealias Reply = CountdownStatus
  public static let target = "timer.skip"
  public var id: String
  /// The speaker to skip; if another has the floor by now, nothing is skipped. Nil skips whoever has it.
  public var from: Int?
  public init(id: String, from: Int? = nil) {
    self.id = id
    self.from = from
  }
}

/// Ends a countdown without `timer.finished`.
public struct CancelCountdown: KeyedCommand, Hashable {
  public typealias Reply = CountdownStatus
  public static let target = "timer.cancel"
  public var id: String
  public init(id: String) { self.id = id }
}

/// Asks how a countdown stands.
public struct GetCountdown: KeyedCommand, Hashable {
  public typealias Reply = CountdownStatus
  public static let target = "timer.get"
  public var id: String
  public init(id: String) { self.id = id }
}

/// Lists the countdowns of one timer, by id.
public struct ListCountdowns: BusCommand, Hashable {
  public static let target = "timer.list"
  /// List only ids after this one.
  public var after: String?
  /// From 1 to 1000; 100 unless told.
  public var limit: Int?
  public init(after: String? = nil, limit: Int? = nil) {
    self.after = after
    self.limit = limit
  }

  public struct Reply: Codable, Hashable, Sendable {
    public var countdowns: [CountdownStatus]
    /// Pass it as `after` for the next page; nil on the last.
    public var next: String?
    public init(countdowns: [CountdownStatus], next: String?) {
      self.countdowns = countdowns
      self.next = next
    }
  }
}

/// The timer calls: the next speaker's turn began because its time came.
public struct CountdownSpeakerChanged: OwnedMessage, Hashable {
  public typealias Reply = Done
  public static let target = "timer.speakerChanged"
  public var id: String
  /// Who begins, from 0.
  public var speaker: Int
  /// The boundary, in milliseconds of elapsed time.
  public var elapsedMs: Int64
  public init(id: String, speaker: Int, elapsedMs: Int64) {
    self.id = id
    self.speaker = speaker
    self.elapsedMs = elapsedMs
  }
}

/// The timer calls: the time is up. The countdown is gone once this is answered.
public struct CountdownFinished: OwnedMessage, Hashable {
  public typealias Reply = Done
  public static let target = "timer.finished"
  public var id: String
  public var elapsedMs: Int64
  public init(id: String, elapsedMs: Int64) {
    self.id = id
    self.elapsedMs = elapsedMs
  }
}

/// The timer calls when it starts, and when another timer is gone: which countdowns does the parent
/// want to have running?
///
/// The answer comes page by page, and names all of them; whoever asks takes those that are its own.
public struct CountdownsRequested: WorkRequest, Hashable {
  public static let target = "timer.countdownsRequested"
  /// The `next` of the page before; nil asks for the first.
  public var after: String?
  public init(after: String? = nil) { self.after = after }

  public struct Reply: WorkPage, Hashable {
    public var countdowns: [StartCountdown]
    /// Pass it as `after` for the next page; nil on the last.
    public var next: String?
    public static let empty = Reply(countdowns: [])
    public init(countdowns: [StartCountdown], next: String? = nil) {
      self.countdowns = countdowns
      self.next = next
    }
  }
}

/// The data of a tick, published under the labels that the parent gave. Never durable.
public struct TickData: Codable, Hashable, Sendable {
  public var elapsedMs: Int64
  public var durationMs: Int64
  /// Whose turn it is, from 0.
  public var speaker: Int
  public var speakers: Int
  /// When that speaker's turn ends, in milliseconds of elapsed time.
  public var turnEndsMs: Int64
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
