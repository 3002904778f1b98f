public import Bus
public import Foundation

/// How does the bridge to NATS stand?
public struct GetBridge: BusCommand, Hashable {
  /// It as it stands, also where no NATS is set.
  public typealias Reply = BridgeStatus
  /// The name on the wire; the bridge answers it.
  public static let target = "bridge.status"
  /// It changes nothing, and tells nothing of what events say.
  public static var isForObservers: Bool { true }
  /// Asks for the one bridge that there is.
  public init() {}
}

/// Drops the stream and makes it anew from the journal, which is the truth.
///
/// Sequences are the same afterwards, less what the journal no longer keeps; consumers of NATS go with the
/// stream, and are made again by those who follow.
public struct RebuildBridge: BusCommand, Hashable {
  /// It as it stands; the work goes on behind it, and `behind` says how much is left.
  public typealias Reply = BridgeStatus
  /// The name on the wire; where no NATS is set it is refused as `invalid`, while NATS is away as
  /// `unavailable`.
  public static let target = "bridge.rebuild"
  /// Nothing is to be said about it.
  public init() {}
}

/// Removes a stream that an earlier journal has left.
public struct RemoveBridgeStream: BusCommand, Hashable {
  /// The bridge without it.
  public typealias Reply = BridgeStatus
  /// The name on the wire; the stream in use is refused as `conflict`, another name as `not_found`.
  public static let target = "bridge.removeStream"
  /// The stream's name, as the status has it.
  public var name: String
  /// Names one of those that are left.
  public init(name: String) { self.name = name }
}

/// The bridge as it stands.
public struct BridgeStatus: Codable, Hashable, Sendable {
  /// Whether events get through.
  public enum State: String, Codable, CaseIterable, Hashable, Sendable {
    /// No NATS is set, so nothing is published.
    case off
    /// Nothing can be published at present; the reason says why.
    case away
    /// What the journal gets is published.
    case live
  }

  /// Whether events get through.
  public var state: State
  /// Why they do not; nil where they do.
  public var reason: String?
  /// Since when they do not.
  public var awaySince: Date?
  /// The server that it is connected to, without a password.
  public var server: String?
  /// The stream that is published to; nil until it was found or made.
  public var stream: String?
  /// What is added to a sequence of the stream to have that of the journal.
  public var base: Int64?
  /// Names the journal.
  public var epoch: String?
  /// The last sequence of the journal that the stream has, from 0.
  public var sequence: Int64?
  /// How many events the journal has after that; nil while it is not known.
  public var behind: Int64?
  /// How many events were acknowledged since the service started.
  public var published: Int
  /// How many events were too large for the server, since the service started: what they say was left out.
  public var omitted: Int
  /// How many messages were erased since the service started.
  public var erased: Int
  /// How often the stream was made anew since the service started.
  public var rebuilt: Int
  /// Streams that earlier journals have left; they are nobody's until they are removed.
  public var left: [LeftStream]

  /// A description as the service answers it; what is nil is not known.
  public init(
    state: State, reason: String? = nil, awaySince: Date? = nil, server: String? = nil,
    stream: String? = nil, base: Int64? = nil, epoch: String? = nil, sequence: Int64? = nil,
    behind: Int64? = nil, published: Int = 0, omitted: Int = 0, erased: Int = 0, rebuilt: Int = 0,
    left: [LeftStream] = []
  ) {
    self.state = state
    self.reason = reason
    self.awaySince = awaySince
    self.server = server
    self.stream = stream
    self.base = base
    self.epoch = epoch
    self.sequence = sequence
    self.behind = behind
    self.published = published
    self.omitted = omitted
    self.erased = erased
    self.rebuilt = rebuilt
    self.left = left
  }
}

/// A stream of an earlier journal. It may have words that were erased since.
public struct LeftStream: Codable, Hashable, Sendable {
  /// Its name: the cell, eight digits of its journal's epoch, its base.
  public var name: String
  /// How many messages it has.
  public var messages: Int64
  /// How many bytes they take.
  public var bytes: Int64

  /// A stream by its name and its size.
  public init(name: String, messages: Int64, bytes: Int64) {
    self.name = name
    self.messages = messages
    self.bytes = bytes
  }
}
