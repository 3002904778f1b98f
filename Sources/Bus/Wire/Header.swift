public import Foundation
import Glibc

/// The JSON object at the end of a head. Only `id` is required; unknown members are ignored.
public struct Header: Codable, Hashable, Sendable {
  /// The id of this message.
  public var id: UUID
  /// The id of the command that began it all.
  public var corr: UUID?
  /// The id of the message that led to this one; in a reply, the request's id.
  public var cause: UUID?
  /// Milliseconds since 1970 after which the command is refused and not run.
  public var deadline: Int64?
  /// The idempotency key: a second command with it gets the first one's reply.
  public var idem: String?
  /// Which attempt this is, from 1.
  public var attempt: Int?
  /// The trace of somebody else's that it belongs to. It is carried on, as it is, to all that the message leads to.
  public var traceparent: TraceParent?
  /// The id whose owner is asked, where several instances share a service's work.
  public var key: String?
  /// The term of the router that sent it, where there may be another one: only in what the router itself sends.
  public var term: Int64?
  /// The service that passed the command on for a sender outside the bus, such as `gateway`: such a sender does not count
  /// as the user of the machine. Nil for a sender on the bus.
  public var via: String?

  /// Digest of the body of a command with an `idem`, by which its service recognizes another request under the same key.
  /// Never on the wire.
  public var request: String?

  /// A header with a fresh id unless told. What is nil is left out on the wire: without a
  /// `deadline` a command has 30 seconds, without `idem` it is not safe to send it twice.
  public init(
    id: UUID = Header.freshID(), corr: UUID? = nil, cause: UUID? = nil, deadline: Int64? = nil,
    idem: String? = nil, attempt: Int? = nil, traceparent: TraceParent? = nil, key: String? = nil,
    term: Int64? = nil, via: String? = nil
  ) {
    self.id = id
    self.corr = corr
    self.cause = cause
    self.deadline = deadline
    self.idem = idem
    self.attempt = attempt
    self.traceparent = traceparent
    self.key = key
    self.term = term
    self.via = via
  }

  /// All but `request`.
  private enum CodingKeys: String, CodingKey {
    case id, corr, cause, deadline, idem, attempt, traceparent, key, term, via
  }

  /// A random id (RFC 9562, version 4), at a fraction of what Foundation's costs, which opens
  /// /dev/urandom for each.
  public static func freshID() -> UUID {
    let random = RandomPool.pair()
    return uuid(random.0 & 0xFFFF_FFFF_FFFF_0FFF | 0x4000, random.1 >> 2 | 1 << 63)
  }

  /// An id that rises with time (RFC 9562, version 7, with the millisecond's fraction in `rand_a`): an
  /// index of such ids grows at its end, where random ones change a page each.
  ///
  /// Ids of messages stay random, as the beginning of one tells it from others.
  public static func risingID() -> UUID {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let (seconds, nanoseconds) = (UInt64(clamping: now.tv_sec), UInt64(clamping: now.tv_nsec))
    let ms = (seconds &* 1000 &+ nanoseconds / 1_000_000) & 0xFFFF_FFFF_FFFF
    let fraction = nanoseconds % 1_000_000 * 4096 / 1_000_000
    return uuid(ms << 16 | 0x7000 | fraction, RandomPool.pair().1 >> 2 | 1 << 63)
  }

  private static func uuid(_ high: UInt64, _ low: UInt64) -> UUID {
    withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
      UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
    }
  }

  /// Milliseconds from `wallMs` to the deadline, none or less if it passed; nil if there is no deadline.
  ///
  /// A deadline is somebody else's number: no value of it overflows.
  public func remainingMs(at wallMs: Int64) -> Int64? {
    Self.remainingMs(to: deadline, at: wallMs)
  }

  package static func remainingMs(to deadline: Int64?, at wallMs: Int64) -> Int64? {
    guard let deadline else { return nil }
    let (difference, overflow) = deadline.subtractingReportingOverflow(wallMs)
    return overflow ? (deadline < wallMs ? .min : .max) : difference
  }

  /// The refusal of a command or delegate call whose deadline passed; nil if there is time.
  package func expiry(at wallMs: Int64) -> BusError? {
    guard let remaining = remainingMs(at: wallMs), remaining <= 0 else { return nil }
    return BusError(
      .expired, "The deadline passed \(remaining.magnitude) ms ago; the command was not run.")
  }

  /// The header of a message that this one leads to.
  public func leading(to id: UUID = Header.freshID()) -> Header {
    Header(id: id, corr: corr ?? self.id, cause: self.id, traceparent: traceparent)
  }
}
