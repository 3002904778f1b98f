import Bus
import BridgeAPI
import Foundation
import ServiceShell

/// Identifies work in progress, so that a late result is recognised as outdated.
typealias Token = Int

/// State of the bridge. Nothing is saved, because the stream shows where to continue.
struct BridgeState: Hashable, Sendable {
  enum Phase: Hashable, Sendable {
    case idle, running, draining
  }

  /// The connection to NATS.
  enum Link: Hashable, Sendable {
    /// NATS is not configured.
    case off
    case away(reason: String, since: Date)
    case up(server: String, maxPayload: Int)
  }

  /// Steps before events can be published. Each leads to the next; after a failure, they start
  /// again from the first.
  enum Step: Hashable, Sendable {
    case idle
    /// The streams are being read from NATS.
    case looking(Token)
    /// The streams were listed, and the journal's range is being read from the router.
    case asking(Token, [StreamFacts])
    /// A stream is being changed.
    case changing(Token, StreamChange)
    /// The bridge waits before another attempt.
    case pausing(Token)
    case publishing
  }

  /// Stream in use, as last known. It is retained while NATS is unavailable.
  struct StreamInUse: Hashable, Sendable {
    var name: String
    /// Creation time, which distinguishes a recreated stream from the original one.
    var made: Int64
    var epoch: String
    var base: Int64
    /// Last journal sequence in the stream.
    var sequence: Int64
  }

  var phase = Phase.idle
  var link = Link.off
  /// The scheduled connection attempt.
  var attempt: Token?
  /// Reasons logged since NATS became unavailable.
  var loggedReasons: Set<String> = []
  var step = Step.idle
  var publishing: Publishing?
  var streamInUse: StreamInUse?
  /// Last known end of the journal.
  var journal: JournalHead?
  /// Events that report an erasure.
  var rules: [ErasingEvent] = []
  /// Event types read from the journal, to which the bridge subscribes.
  var types: Set<String> = []
  /// Streams of earlier journals.
  var left: [LeftStream] = []
  /// Creation time of the stream that a user asked to rebuild.
  var unwanted: Int64?
  /// Reason why no events can be published although NATS is connected.
  var obstacle: String?
  var obstacleSince: Date?
  /// Server's message about settings that it rejected for the existing stream.
  var refusedSettings: String?
  /// Journal sequence of the first rejected message; the next check verifies its content.
  var suspect: Int64?
  /// Number of consecutive attempts that failed before any acknowledgement.
  var refusals = 0

  var published = 0
  var omitted = 0
  var erased = 0
  var rebuilt = 0

  var nextToken: Token = 1

  /// Reasons why no events are published, each with the time at which it began.
  var obstacles: [(reason: String, since: Date)] {
    var found: [(String, Date)] = []
    if case .away(let reason, let since) = link { found.append((reason, since)) }
    if let obstacle, let obstacleSince { found.append((obstacle, obstacleSince)) }
    return found
  }
}
