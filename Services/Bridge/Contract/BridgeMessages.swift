public import Bus
public import Foundation

/// Returns the status of the bridge to NATS.
public struct GetBridge: BusCommand, Hashable {
  /// Status of the bridge, even if NATS is not configured.
  public typealias Reply = BridgeStatus
  /// Wire name. Answered by the bridge.
  public static let target = "bridge.status"
  public static let traits = CommandTraits(access: .observer)
  /// Creates the command, whose body is `{}`, because there is only one bridge.
  public init() {}
}

/// Deletes the NATS stream and rebuilds it from the journal, in the background after the reply.
///
/// The journal is the source of truth. Sequences stay the same, except for events that the journal
/// no longer retains. NATS deletes the consumers together with the stream; their clients have to
/// create them again.
public struct RebuildBridge: BusCommand, Hashable {
  /// Status of the bridge. While the stream is being rebuilt, `behind` is the number of remaining
  /// events.
  public typealias Reply = BridgeStatus
  /// Wire name. Fails with `invalid` if NATS is not configured, and with `unavailable` while NATS
  /// is unavailable.
  public static let target = "bridge.rebuild"
  public static let traits = CommandTraits(access: .operator)
  /// Creates the command, whose body is `{}`.
  public init() {}
}

/// Removes a NATS stream that belongs to an earlier journal.
public struct RemoveBridgeStream: BusCommand, Hashable {
  /// Status of the bridge without the removed stream.
  public typealias Reply = BridgeStatus
  /// Wire name. Fails with `conflict` for the stream in use, and with `not_found` for an unknown
  /// name.
  public static let target = "bridge.removeStream"
  public static let traits = CommandTraits(access: .operator, errors: [.conflict, .notFound])
  /// Name of the stream, as in the status of the bridge.
  public var name: String
  /// Creates the command for one of the streams that the status lists in `left`.
  public init(name: String) { self.name = name }
}

/// Status of the bridge to NATS.
public struct BridgeStatus: Codable, Hashable, Sendable {
  /// Delivery state.
  public enum State: String, Codable, CaseIterable, Hashable, Sendable {
    /// NATS is not configured, so nothing is published.
    case off
    /// No events can be published at present; `reason` states why.
    case away
    /// New events of the journal are published.
    case live
  }

  /// Delivery state.
  public var state: State
  /// Reason why no events are published. Absent while they are.
  public var reason: String?
  /// Time since which no events are published. Absent while they are.
  public var awaySince: Date?
  /// Address of the connected NATS server, without a password. Absent while the bridge is not
  /// connected.
  public var server: String?
  /// Name of the stream that receives the events, `<cell>_<epoch8>_<base>`. Absent until the stream
  /// is found or created.
  public var stream: String?
  /// Number to add to a sequence of the stream to get the sequence in the journal. Absent until the
  /// stream is found or created.
  public var base: Int64?
  /// Epoch of the journal that is in the stream. Absent until the stream is found or created.
  public var epoch: String?
  /// Last sequence of the journal that is in the stream; 0 if the stream is empty. Absent until the
  /// stream is found or created.
  public var sequence: Int64?
  /// Number of events in the journal after that sequence. Absent while it is unknown.
  public var behind: Int64?
  /// Number of events acknowledged since the service started.
  public var published: Int
  /// Number of events too large for the server since the service started. The stream has them
  /// without their data.
  public var omitted: Int
  /// Number of messages erased since the service started.
  public var erased: Int
  /// Number of times the stream was rebuilt since the service started.
  public var rebuilt: Int
  /// Streams of earlier journals. They stay until a person removes them with `bridge.removeStream`.
  public var left: [LeftStream]

  /// Creates a status; nil means that a value is unknown.
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

/// A stream of an earlier journal. It may contain events that have been erased since.
public struct LeftStream: Codable, Hashable, Sendable {
  /// Name of the stream: the cell, the first eight digits of its journal's epoch, and its base.
  public var name: String
  /// Number of messages in the stream.
  public var messages: Int64
  /// Size of these messages, in bytes.
  public var bytes: Int64

  /// Creates the description of a stream from its name and size.
  public init(name: String, messages: Int64, bytes: Int64) {
    self.name = name
    self.messages = messages
    self.bytes = bytes
  }
}
