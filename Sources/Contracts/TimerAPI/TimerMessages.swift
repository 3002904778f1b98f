public import Bus
public import Countdown

/// Starts a countdown with speakers, for any id.
///
/// ```swift
/// // Three speakers for a minute each; it belongs to a tool, so the name begins with `tool/`.
/// let status = try await bus.send(
///   StartCountdown(id: "tool/tea", durationMs: 180_000, speakers: 3))
/// print(status.speaker)  // 0
/// ```
public struct StartCountdown: KeyedCommand, Hashable {
  /// The countdown as it stands right after its start, or where the resumption puts it.
  public typealias Reply = CountdownStatus
  /// The name on the wire. Only the owner of the id may send it: the router, or a tool for `tool/`.
  public static let target = "timer.start"

  /// `owner/name`, at most 128 bytes; one countdown per id. The parent has a binding for the owner.
  public var id: String
  /// From 1 ms to 7 days.
  public var durationMs: Int64
  /// How many take a turn, from 1.
  public var speakers: Int
  /// How long each turn is, in milliseconds, one for each speaker, which add up to the duration; nil for turns of equal
  /// length.
  public var turnsMs: [Int64]?
  /// Milliseconds of elapsed time between ticks; 1000 unless told.
  public var tickMs: Int64?
  /// Where a countdown that already ran goes on. Nil starts a new one at 0, now.
  public var resuming: Resumption?
  /// The views under which ticks are published; nil publishes none.
  public var labels: EventLabels?

  /// A new countdown runs at once, with ticks of a second and without views, unless told. There may
  /// be 1000 speakers at most, and not more than milliseconds; ticks are 10 ms to 60 s apart,
  /// and a label has at most 256 bytes. A value outside its range is refused as `invalid`, an id
  /// that is taken as `conflict`, and one countdown too many as `busy`.
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

  /// The state that the parent kept. It replaces that of a countdown of the same id, if one runs.
  public struct Resumption: Codable, Hashable, Sendable {
    /// How much had elapsed, when, and whether it runs. What is beyond the duration counts as its
    /// end.
    public var clock: CountdownClock
    /// The last speaker whose turn was announced; later ones are announced again, late ticks are not.
    public var announcedSpeaker: Int

    /// Takes what was saved; the speaker is from 0, and one of the countdown's speakers.
    public init(clock: CountdownClock, announcedSpeaker: Int) {
      self.clock = clock
      self.announcedSpeaker = announcedSpeaker
    }
  }
}

/// A countdown as it stands.
public struct CountdownStatus: Codable, Hashable, Sendable {
  /// The id under which it was started, `owner/name`.
  public var id: String
  /// How long it lasts in all, in milliseconds, pauses left out.
  public var durationMs: Int64
  /// How many take a turn, from 1. Unless it was started with `turnsMs`, they share the duration evenly.
  public var speakers: Int
  /// Whose turn it is, from 0.
  public var speaker: Int
  /// Elapsed time in whole milliseconds, the moment that it speaks of, and whether it runs.
  public var clock: CountdownClock

  /// Takes a countdown's state at one moment; nothing is checked here.
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
  /// The countdown, held, with the elapsed time at which it stands.
  public typealias Reply = CountdownStatus
  /// The name on the wire. Only the owner of the id may send it.
  public static let target = "timer.pause"
  /// Which countdown is held; one that is not there is refused as `not_found`.
  public var id: String
  /// Holds the countdown of this id.
  public init(id: String) { self.id = id }
}

/// Lets the clock go on. A running one stays as it is.
public struct ResumeCountdown: KeyedCommand, Hashable {
  /// The countdown, going on from where it was held.
  public typealias Reply = CountdownStatus
  /// The name on the wire. Only the owner of the id may send it.
  public static let target = "timer.resume"
  /// Which countdown goes on; one that is not there is refused as `not_found`.
  public var id: String
  /// Lets the countdown of this id go on.
  public init(id: String) { self.id = id }
}

/// Jumps to the next speaker's beginning. On the last speaker it is refused as a conflict.
public struct SkipSpeaker: KeyedCommand, Hashable {
  /// The countdown at the next speaker's beginning, or as it is if nothing was skipped.
  public typealias Reply = CountdownStatus
  /// The name on the wire. Only the owner of the id may send it.
  public static let target = "timer.skip"
  /// Which countdown jumps; one that is not there is refused as `not_found`.
  public var id: String
  /// The speaker to skip; if another has the floor by now, nothing is skipped. Nil skips whoever has it.
  public var from: Int?
  /// With `from`, the command can be repeated without skipping two; without it, each one skips.
  public init(id: String, from: Int? = nil) {
    self.id = id
    self.from = from
  }
}

/// Ends a countdown without `timer.finished`.
public struct CancelCountdown: KeyedCommand, Hashable {
  /// The countdown as it stood when it ended.
  public typealias Reply = CountdownStatus
  /// The name on the wire. Only the owner of the id may send it.
  public static let target = "timer.cancel"
  /// Which countdown ends; one that is not there is refused as `not_found`.
  public var id: String
  /// Ends the countdown of this id.
  public init(id: String) { self.id = id }
}

/// Asks how a countdown stands.
public struct GetCountdown: KeyedCommand, Hashable {
  /// The countdown as it stands at the moment of the answer.
  public typealias Reply = CountdownStatus
  /// The name on the wire. Anyone may send it; with several timers it goes to the one that has the
  /// id.
  public static let target = "timer.get"
  /// It changes nothing, and tells what who follows the events may know.
  public static let isForObservers = true
  /// Which countdown it is about; one that is not there is refused as `not_found`.
  public var id: String
  /// Asks about the countdown of this id.
  public init(id: String) { self.id = id }
}

/// Lists the countdowns of one timer, by id.
public struct ListCountdowns: BusCommand, Hashable {
  /// The name on the wire. Anyone may send it; it has no routing key, so any of several timers
  /// answers.
  public static let target = "timer.list"
  /// It changes nothing, and tells what who follows the events may know.
  public static let isForObservers = true
  /// List only ids after this one.
  public var after: String?
  /// From 1 to 1000; 100 unless told.
  public var limit: Int?
  /// Without arguments it asks for the first 100; a limit outside 1 to 1000 is refused as
  /// `invalid`.
  public init(after: String? = nil, limit: Int? = nil) {
    self.after = after
    self.limit = limit
  }

  /// A page of one timer's countdowns.
  public struct Reply: Codable, Hashable, Sendable {
    /// How each of them stands, in the order of their ids.
    public var countdowns: [CountdownStatus]
    /// Pass it as `after` for the next page; nil on the last.
    public var next: String?
    /// A page, with the id after which the next one begins.
    public init(countdowns: [CountdownStatus], next: String?) {
      self.countdowns = countdowns
      self.next = next
    }
  }
}

/// The timer calls: the next speaker's turn began because its time came.
public struct CountdownSpeakerChanged: OwnedMessage, Hashable {
  /// Only that it was heard. While the parent is away, the timer tells it again.
  public typealias Reply = Done
  /// The name on the wire. The router calls the binding of the id's owner.
  public static let target = "timer.speakerChanged"
  /// The countdown, as the parent named it.
  public var id: String
  /// Who begins, from 0.
  public var speaker: Int
  /// The boundary, in milliseconds of elapsed time.
  public var elapsedMs: Int64
  /// Tells who begins and at which elapsed time, however late it is told.
  public init(id: String, speaker: Int, elapsedMs: Int64) {
    self.id = id
    self.speaker = speaker
    self.elapsedMs = elapsedMs
  }
}

/// The timer calls: the time is up. The countdown is gone once this is answered.
public struct CountdownFinished: OwnedMessage, Hashable {
  /// Only that it was heard. While the parent is away, the timer tells it again.
  public typealias Reply = Done
  /// The name on the wire. The router calls the binding of the id's owner.
  public static let target = "timer.finished"
  /// The countdown, as the parent named it.
  public var id: String
  /// The elapsed time at the end, in milliseconds: the duration.
  public var elapsedMs: Int64
  /// Tells that a countdown came to its end.
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
  /// The name on the wire. The router asks every owner in turn and merges their pages.
  public static let target = "timer.countdownsRequested"
  /// The `next` of the page before; nil asks for the first.
  public var after: String?
  /// Without an argument it asks for the first page.
  public init(after: String? = nil) { self.after = after }

  /// A page of countdowns that should run, those of other timers included.
  public struct Reply: WorkPage, Hashable {
    /// Each as a start that resumes where its clock stands.
    public var countdowns: [StartCountdown]
    /// Pass it as `after` for the next page; nil on the last.
    public var next: String?
    /// The owners that were passed over, as they are away: theirs may run although they are not named.
    public var away: [String]?
    /// What an owner without countdowns answers.
    public static let empty = Reply(countdowns: [])
    /// A page; without `next` it is the last one.
    public init(countdowns: [StartCountdown], next: String? = nil, away: [String]? = nil) {
      self.countdowns = countdowns
      self.next = next
      self.away = away
    }
  }
}

/// The data of a tick, published under the labels that the parent gave. Never durable.
///
/// A client that draws the time between two ticks goes on from `elapsedMs` with its own clock.
public struct TickData: Codable, Hashable, Sendable {
  /// Elapsed time at the tick, in milliseconds, from 0.
  public var elapsedMs: Int64
  /// How long the countdown lasts in all, in milliseconds.
  public var durationMs: Int64
  /// Whose turn it is, from 0.
  public var speaker: Int
  /// How many take a turn, from 1.
  public var speakers: Int
  /// When that speaker's turn ends, in milliseconds of elapsed time.
  public var turnEndsMs: Int64
  /// Takes six numbers without the labels, which are the event's own.
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
