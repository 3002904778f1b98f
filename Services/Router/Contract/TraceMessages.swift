public import Bus
public import Documents
public import Foundation
public import Schema

/// Returns everything that one command caused: messages, as far as the router remembers them, and
/// events from the journal.
///
/// A trace contains headers, but never what people said: messages have no bodies, and events have
/// no data.
public struct GetTrace: BusCommand, Hashable {
  /// Wire name. The router answers it, with the events from persistence.
  public static let target = "router.trace"
  public static let traits = CommandTraits(access: .operator, errors: [.notFound])
  /// Minimum number of characters of an id's prefix.
  public static let minCharacters = 8
  /// Id of any message or event of the trace, or a prefix of at least 8 characters. Ids of events
  /// from the same minute begin alike, so give the whole id of an event.
  public var id: String
  /// Cursor from `next` of the previous page. Default: the first page.
  public var after: String?
  /// Maximum number of messages and events per page, from 1 to 1000. Default: 200.
  public var limit: Int?
  public static let bounds: MemberBounds<Self> = [
    \.id: .matching("^[0-9a-fA-F-]{8,36}$"),
    \.limit: .range(1...1000, default: 200),
  ]
  /// Requests one page. Default: the first one.
  ///
  /// - Parameters:
  ///   - id: a UUID in either case, or at least its first 8 characters. It fails with `invalid` if
  ///     it matches several commands, and with `not_found` if neither the router nor the journal
  ///     knows it.
  ///   - limit: maximum number of messages and events together.
  public init(id: String, after: String? = nil, limit: Int? = nil) {
    self.id = id
    self.after = after
    self.limit = limit
  }

  /// A page of one trace: messages first, then events.
  public struct Reply: Codable, Hashable, Sendable, Bounded {
    /// Id of the command that caused the others.
    public var correlation: String
    /// Messages in the order in which the router received them.
    public var messages: [TracedMessage]
    /// Events in the order of the journal, on the pages after the last message.
    public var events: [TracedEvent]
    /// Extent of the router's memory, which shows what may be missing.
    public var memory: TraceMemory
    /// True if the journal was read; false while persistence is unavailable.
    public var isJournalRead: Bool
    /// Cursor to pass as `after` for the next page. Absent on the last page.
    public var next: String?
    public static let bounds: MemberBounds<Self> = [\.correlation: .uuid]
    /// Creates a page; by default it is empty, includes the journal, and is the last one.
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

/// Lists the latest commands that no other message caused.
public struct ListTraces: BusCommand, Hashable {
  /// Wire name. The router answers it from memory.
  public static let target = "router.traces"
  public static let traits = CommandTraits(access: .operator)
  /// Selects this target, or targets with a prefix that ends with a dot. Default: all, without
  /// commands that only check the bus.
  public var target: String?
  /// True selects only commands that were answered with an error. Default: false.
  public var isFailed: Bool?
  /// Includes commands that only check the bus, such as `router.health`. Default: false.
  public var isAll: Bool?
  /// Maximum number of commands, from 1 to 1000. Default: 20.
  public var limit: Int?
  public static let bounds: MemberBounds<Self> = [\.limit: .range(1...1000, default: 20)]
  /// Requests the latest commands; the list has no pages.
  ///
  /// - Parameters:
  ///   - target: such as `timer.start`, or `timer.` for all that begin with it; also selects
  ///     commands that only check the bus.
  ///   - isFailed: true for commands that ended with an error; nil and false for all.
  ///   - isAll: true to include commands that only check the bus; nil is the same as false.
  public init(
    target: String? = nil, isFailed: Bool? = nil, isAll: Bool? = nil, limit: Int? = nil
  ) {
    self.target = target
    self.isFailed = isFailed
    self.isAll = isAll
    self.limit = limit
  }

  /// Commands from the memory of the router.
  public struct Reply: Codable, Hashable, Sendable {
    /// Commands, the newest first.
    public var traces: [TracedMessage]
    /// Extent of the router's memory.
    public var memory: TraceMemory
    /// Creates a list of traces, each with its first message, and the extent of the memory.
    public init(traces: [TracedMessage], memory: TraceMemory) {
      self.traces = traces
      self.memory = memory
    }
  }
}

/// A command or a delegate call as the router saw it, with its reply, and without their content.
public struct TracedMessage: Codable, Hashable, Sendable, Identifiable, Bounded {
  /// Id of the message: the UUID of its header, in lower case.
  public var id: String
  /// Id of the command that caused it, directly or indirectly.
  public var correlation: String
  /// Id of the message that caused it. Absent if no other message did.
  public var cause: String?
  /// Kind of the message, as in its head.
  public var kind: Kind
  /// Target of the message, such as `timer.start`.
  public var target: String
  /// Service that sent it; `tool` for any other client, `router` for a binding.
  public var from: String
  /// Service that received it. Absent if none did.
  public var to: String?
  /// Number of the attempt, from 2. Absent for the first one.
  public var attempt: Int?
  /// Time at which the router received it.
  public var time: Date
  /// The same time in microseconds of the router's monotonic clock, to be compared only within one
  /// run of the router.
  public var clockUs: Int64
  /// Actor on whose behalf it was sent, such as `tool/NAME`. Absent for the user of the machine.
  public var by: String?
  /// Reply to the message. Absent until there is one.
  public var answer: Answer?
  public static let bounds: MemberBounds<Self> = [
    \.id: .uuid,
    \.correlation: .uuid,
    \.cause: .uuid,
    \.attempt: .atLeast(2),
  ]

  /// Creates the record of one message. Nil values mean no cause, no receiver, a first attempt, and
  /// no reply yet.
  ///
  /// - Parameters:
  ///   - attempt: from 2; nil for the first.
  ///   - clockUs: microseconds of a monotonic clock, comparable only within one run of the router.
  public init(
    id: String, correlation: String, cause: String? = nil, kind: Kind, target: String, from: String,
    to: String? = nil, attempt: Int? = nil, time: Date, clockUs: Int64,
    by: String? = nil, answer: Answer? = nil
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
    self.by = by
    self.answer = answer
  }

  /// Kind of a message, as in the second part of its head.
  public enum Kind: String, Codable, CaseIterable, Hashable, Sendable {
    /// A command to a service.
    case command = "CMD"
    /// A delegate call to the router.
    case delegate = "DLG"
  }

  /// Header data of a reply.
  public struct Answer: Codable, Hashable, Sendable, Bounded {
    /// Id of the reply.
    public var id: String
    /// Kind of the reply, as in its head.
    public var kind: Kind
    /// Code of the error. Absent for a result.
    public var code: BusError.Code?
    /// Time from the message until the reply left the router, in microseconds.
    public var afterUs: Int64
    public static let bounds: MemberBounds<Self> = [\.id: .uuid]
    /// Creates the record of a reply; `code` is only for errors, and `afterUs` is in microseconds,
    /// from 0.
    public init(id: String, kind: Kind, code: BusError.Code? = nil, afterUs: Int64) {
      self.id = id
      self.kind = kind
      self.code = code
      self.afterUs = afterUs
    }

    /// Kind of a reply, as in the second part of its head.
    public enum Kind: String, Codable, CaseIterable, Hashable, Sendable {
      /// The result.
      case final = "FIN"
      /// An error, whose `code` is given.
      case error = "ERR"
    }
  }
}

/// Extent of the router's memory of messages.
public struct TraceMemory: Codable, Hashable, Sendable {
  /// Number of messages remembered now, from 0 to the capacity.
  public var messages: Int
  /// Maximum number of messages remembered, from 0. Default: 65,536 (`STANDUPS_TRACE_MESSAGES`).
  public var capacity: Int
  /// Time before which nothing is remembered: that of the oldest message, or the start of the
  /// router.
  public var since: Date
  /// Creates the description; both counts are numbers of messages.
  public init(messages: Int, capacity: Int, since: Date) {
    self.messages = messages
    self.capacity = capacity
    self.since = since
  }
}
