public import Bus
public import Documents
public import Foundation

/// Asks for all that one command led to: messages, as far as the router remembers them, and events from
/// the journal. Heads only, never what anything said.
public struct GetTrace: BusCommand, Hashable {
  /// The name on the wire; the router answers it, with the events from persistence.
  public static let target = "router.trace"
  /// The fewest characters of an id that stand for it.
  public static let minCharacters = 8
  /// The id of any message or event of it, or how one begins, from 8 characters on;
  /// events of one minute begin alike, so of those give all.
  public var id: String
  /// The `next` of the page before, as it came.
  public var after: String?
  /// From 1 to 1000; 200 unless told.
  public var limit: Int?
  /// Asks for one page: the first unless `after` is given.
  ///
  /// - Parameters:
  ///   - id: a UUID in either case, or at least its first 8 characters. Refused as `invalid` if it
  ///     may stand for several commands, as `not_found` if neither the router nor the journal knows
  ///     it.
  ///   - limit: how many messages and events together.
  public init(id: String, after: String? = nil, limit: Int? = nil) {
    self.id = id
    self.after = after
    self.limit = limit
  }

  /// A page of one trace: messages first, then events.
  public struct Reply: Codable, Hashable, Sendable {
    /// The id of the command that began it all.
    public var correlation: String
    /// In the order in which the router got them.
    public var messages: [TracedMessage]
    /// In the order of the journal, on the pages after the last message.
    public var events: [TracedEvent]
    /// How far back the router's memory goes, so that one knows what may be missing.
    public var memory: TraceMemory
    /// Whether the journal was read; it is not while persistence is away.
    public var isJournalRead: Bool
    /// Where the next page begins, to be given as `after`; nil at the end.
    public var next: String?
    /// A page of a trace; empty, read from the journal, and the last unless told.
    public init(
      correlation: String, messages: [TracedMessage] = [], events: [TracedEvent] = [],
      memory: TraceMemory, isJournalRead: Bool = true, next: String? = nil
    ) {
      self.correlation = correlation
      self.messages = messages
      self.events = events
      self.memory = memory
      self.isJournalRead = isJournalRead
      self.next = next
    }
  }
}

/// Lists what the router got last that no other message led to.
public struct ListTraces: BusCommand, Hashable {
  /// The name on the wire; the router answers it from memory.
  public static let target = "router.traces"
  /// Only this target, or with a dot at the end all that begin so.
  public var target: String?
  /// Only what was answered with an error.
  public var isFailed: Bool?
  /// What only asks how the bus is, such as `router.health`, is left out unless told.
  public var isAll: Bool?
  /// From 1 to 1000; 20 unless told.
  public var limit: Int?
  /// Asks for the newest commands; there are no pages.
  ///
  /// - Parameters:
  ///   - target: such as `timer.start`, or `timer.` for all that begin so; also finds what only
  ///     asks.
  ///   - isFailed: true for those that an error ended; nil and false for all.
  ///   - isAll: true lists those too that only ask how the bus is; nil stands for false.
  public init(
    target: String? = nil, isFailed: Bool? = nil, isAll: Bool? = nil, limit: Int? = nil
  ) {
    self.target = target
    self.isFailed = isFailed
    self.isAll = isAll
    self.limit = limit
  }

  /// What was found in the memory of the router.
  public struct Reply: Codable, Hashable, Sendable {
    /// The newest first.
    public var traces: [TracedMessage]
    /// How far back the list can go.
    public var memory: TraceMemory
    /// A list of traces, each by the message that began it, with how long the memory is.
    public init(traces: [TracedMessage], memory: TraceMemory) {
      self.traces = traces
      self.memory = memory
    }
  }
}

/// A command or a delegate call as the router saw it, with its answer.
public struct TracedMessage: Codable, Hashable, Sendable, Identifiable {
  /// The id of the message: the UUID of its header, in lower case.
  public var id: String
  /// The id of the command that began it all.
  public var correlation: String
  /// The id of the message that led to it.
  public var cause: String?
  /// Whether a service was asked, or told its parent something.
  public var kind: Kind
  /// The target of the message, such as `timer.start`.
  public var target: String
  /// The service that sent it; `tool` for whoever is none, `router` for a binding.
  public var from: String
  /// The service that got it; nil if none did.
  public var to: String?
  /// Which attempt it was; nil for the first.
  public var attempt: Int?
  /// When the router got it.
  public var time: Date
  /// The same in microseconds of the router’s own clock, to be compared with others of its run only.
  public var clockUs: Int64
  /// Nil while there is none.
  public var answer: Answer?

  /// What the router took down of one message. What is left out did not happen: no cause, nobody
  /// who got it, a first attempt, no answer yet.
  ///
  /// - Parameters:
  ///   - attempt: from 2; nil for the first.
  ///   - clockUs: microseconds of a clock that is never set, with a meaning only within one run of
  ///     the router.
  public init(
    id: String, correlation: String, cause: String? = nil, kind: Kind, target: String, from: String,
    to: String? = nil, attempt: Int? = nil, time: Date, clockUs: Int64,
    answer: Answer? = nil
  ) {
    self.id = id
    self.correlation = correlation
    self.cause = cause
    self.kind = kind
    self.target = target
    self.from = from
    self.to = to
    self.attempt = attempt
    self.time = time
    self.clockUs = clockUs
    self.answer = answer
  }

  /// The kind of a message, as the second word of its head names it.
  public enum Kind: String, Codable, CaseIterable, Hashable, Sendable {
    /// A request to a service.
    case command = "CMD"
    /// What a child told its parent.
    case delegate = "DLG"
  }

  /// The end of the reply.
  public struct Answer: Codable, Hashable, Sendable {
    /// The id of the message.
    public var id: String
    /// Whether it was done or refused.
    public var kind: Kind
    /// Why it was not done; only of an `ERR`.
    public var code: BusError.Code?
    /// How many microseconds after the message it left the router.
    public var afterUs: Int64
    /// The end of a reply; `code` belongs to an error alone, and `afterUs` is in microseconds, from
    /// 0.
    public init(id: String, kind: Kind, code: BusError.Code? = nil, afterUs: Int64) {
      self.id = id
      self.kind = kind
      self.code = code
      self.afterUs = afterUs
    }

    /// The kind of an answer, as the second word of its head names it.
    public enum Kind: String, Codable, CaseIterable, Hashable, Sendable {
      /// It was done.
      case final = "FIN"
      /// It was not done; the `code` says why.
      case error = "ERR"
    }
  }
}

/// How far back the router remembers messages.
public struct TraceMemory: Codable, Hashable, Sendable {
  /// How many it remembers now, from 0 to its capacity.
  public var messages: Int
  /// How many it can remember, from 0; 65,536 unless `STANDUPS_TRACE_MESSAGES` says otherwise.
  public var capacity: Int
  /// Nothing older is remembered: when the oldest one came, or when the router started.
  public var since: Date
  /// What is told of the memory; both counts are of messages.
  public init(messages: Int, capacity: Int, since: Date) {
    self.messages = messages
    self.capacity = capacity
    self.since = since
  }
}
