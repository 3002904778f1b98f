import Bus
import BridgeAPI
import Foundation
import ServiceShell

/// Names one thing under way, so that a late result is known as such.
typealias Token = Int

/// All that the bridge knows. Nothing of it is saved: where to go on from, the stream says.
struct BridgeState: Hashable, Sendable {
  enum Phase: Hashable, Sendable {
    case idle, running, draining
  }

  /// The way to NATS.
  enum Link: Hashable, Sendable {
    /// None is set.
    case off
    case away(reason: String, since: Date)
    case up(server: String, maxPayload: Int)
  }

  /// What is under way until events can be published. Each ends in the next, and at trouble it begins anew.
  enum Step: Hashable, Sendable {
    case idle
    /// NATS is asked for its streams.
    case looking(Token)
    /// The parent is asked for the journal; these are the streams.
    case asking(Token, [StreamFacts])
    /// A stream is changed.
    case changing(Token, StreamChange)
    /// It is tried again after a while.
    case pausing(Token)
    case publishing
  }

  /// The stream in use, as far as is known, also while NATS is away.
  struct Place: Hashable, Sendable {
    var name: String
    /// When it was made: a stream that was made anew has another moment.
    var made: Int64
    var epoch: String
    var base: Int64
    /// The last sequence of the journal that is in it.
    var sequence: Int64
  }

  var phase = Phase.idle
  var link = Link.off
  /// What is waited for before NATS is connected anew.
  var attempt: Token?
  /// Why NATS is away, as far as the log has been told since it is.
  var told: Set<String> = []
  var step = Step.idle
  var publishing: Publishing?
  var place: Place?
  /// Where the journal ends, as far as was heard.
  var journal: JournalHead?
  /// Which events tell that others are erased.
  var rules: [ErasingEvent] = []
  /// The types of events that were read from the journal; these are listened for.
  var types: Set<String> = []
  /// Streams of earlier journals.
  var left: [LeftStream] = []
  /// The stream that somebody wants to have made anew, by the moment it was made.
  var unwanted: Int64?
  /// Why nothing can be published although NATS is there, and since when.
  var obstacle: String?
  var obstacleSince: Date?
  /// Settings that the server did not take for the stream that is there.
  var refusedSettings: String?
  /// The place of the first message that was refused: is there what belongs there?
  var suspect: Int64?
  /// How often in a row publishing ended before anything was acknowledged.
  var refusals = 0

  var published = 0
  var omitted = 0
  var erased = 0
  var rebuilt = 0

  var nextToken: Token = 1

  /// Why nothing goes out, and since when.
  var hindrances: [(reason: String, since: Date)] {
    var found: [(String, Date)] = []
    if case .away(let reason, let since) = link { found.append((reason, since)) }
    if let obstacle, let obstacleSince { found.append((obstacle, obstacleSince)) }
    return found
  }
}
