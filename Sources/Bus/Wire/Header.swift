public import Foundation
import Glibc

/// The JSON object at the end of a head. Only `id` is required; unknown members are ignored.
public struct Header: Codable, Hashable, Sendable {
  /// The id of this message.
  public var id: UUID
  /// Correlation id: the id of the command that the message ultimately results from.
  public var corr: UUID?
  /// The id of the message that caused this one; in a reply, the request's id.
  public var cause: UUID?
  /// Time in milliseconds since 1970 after which the command is rejected and not executed.
  public var deadline: Int64?
  /// Idempotency key: a second command with the same key gets the reply to the first one.
  public var idem: String?
  /// Number of the attempt, from 1.
  public var attempt: Int?
  /// The external trace that the message belongs to. It is passed on unchanged to all messages that
  /// result from it.
  public var traceparent: TraceParent?
  /// The routing key: the id that determines which instance of a sharded service receives the
  /// message.
  public var key: String?
  /// Writer epoch of the router that sent the message, if there may be another router; only in the
  /// router's own messages.
  public var term: Int64?
  /// The service that forwarded the command for a sender outside the bus, such as `gateway`. Such a
  /// sender does not count as the user of the machine. Nil for a sender on the bus.
  public var via: String?
  /// The actor on whose behalf the message is sent, such as `tool/NAME` or `service/NAME` with the
  /// name of a key. Written by the router from the sender's key, and passed on unchanged to all
  /// messages that result from it. Nil for the user of the machine, who needs no key, and for the
  /// router's own actions.
  public var by: String?
  /// The teams whose objects the command may read or change, given by their ids and separated by
  /// spaces. Written by the router from the roles of the person who sends the command, and passed on
  /// unchanged to all messages that result from it. Nil for all teams.
  public var teams: String?
  /// The person or token for which a service sends a command, in the form of a `Principal`. The
  /// router accepts it only from services that act for persons, such as the gateway, and replaces it
  /// with `by`. Nil for commands that the sender sends on its own behalf.
  public var `for`: String?

  /// Digest of the body of a command with an `idem`, with its teams, by which its service recognises a
  /// different request under the same key. Never on the wire.
  public var request: String?

  /// Creates a header, by default with a fresh id. Nil members are omitted on the wire: without a
  /// `deadline`, a command has 30 seconds; without `idem`, it cannot safely be sent twice.
  public init(
    id: UUID = Header.freshID(), corr: UUID? = nil, cause: UUID? = nil, deadline: Int64? = nil,
    idem: String? = nil, attempt: Int? = nil, traceparent: TraceParent? = nil, key: String? = nil,
    term: Int64? = nil, via: String? = nil, by: String? = nil, teams: String? = nil,
    for person: String? = nil
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
    self.by = by
    self.teams = teams
    self.for = person
  }

  /// All members except `request`.
  private enum CodingKeys: String, CodingKey {
    case id, corr, cause, deadline, idem, attempt, traceparent, key, term, via, by, teams, `for`
  }

  /// Creates a random id (RFC 9562, version 4). Far cheaper than Foundation's, which opens
  /// /dev/urandom for each id.
  public static func freshID() -> UUID {
    let random = RandomPool.pair()
    return uuid(random.0 & 0xFFFF_FFFF_FFFF_0FFF | 0x4000, random.1 >> 2 | 1 << 63)
  }

  /// Creates an id that increases with time (RFC 9562, version 7, with the millisecond's fraction
  /// in `rand_a`): an index of such ids grows at its end, while each random id changes a different
  /// page.
  ///
  /// Message ids are random instead, because their first characters should distinguish them from
  /// each other.
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

  /// Returns the number of milliseconds from `wallMs` to the deadline, 0 or less if it has passed;
  /// nil if the header has no deadline.
  ///
  /// The sender chooses the deadline, so no value may cause an overflow.
  public func remainingMs(at wallMs: Int64) -> Int64? {
    Self.remainingMs(to: deadline, at: wallMs)
  }

  package static func remainingMs(to deadline: Int64?, at wallMs: Int64) -> Int64? {
    guard let deadline else { return nil }
    let (difference, overflow) = deadline.subtractingReportingOverflow(wallMs)
    return overflow ? (deadline < wallMs ? .min : .max) : difference
  }

  /// Returns the error for a command or delegate call whose deadline has passed; nil if time
  /// remains.
  package func expiry(at wallMs: Int64) -> BusError? {
    guard let remaining = remainingMs(at: wallMs), remaining <= 0 else { return nil }
    return BusError(
      .expired, "The deadline passed \(remaining.magnitude) ms ago; the command was not run.")
  }

  /// The teams whose objects the command may read or change.
  public var scope: TeamScope { teams.map { TeamScope(text: $0) } ?? .all }

  /// Prefix of the idempotency keys that only bindings use. The router rejects it from others, who
  /// could otherwise occupy the key of a binding.
  public static let bindingKeyPrefix = "parent/"

  /// True if the actor is a person.
  public var isByPerson: Bool { by.map { PersonActor.person(in: $0) != nil } ?? false }

  /// The actor, if it may use only a share of what a service does at the same time: a person, or a
  /// tool that is limited to teams. All tokens of a team count as one actor, because its admins may
  /// create many: `team/` and the team. Nil for any other actor, and without keys.
  public var limitedActor: String? {
    guard let by, teams != nil || isByPerson else { return nil }
    guard let teams, Principal.isToken(by) else { return by }
    return "team/\(teams)"
  }

  /// Creates the header of a message that results from this one.
  public func leading(to id: UUID = Header.freshID()) -> Header {
    Header(
      id: id, corr: corr ?? self.id, cause: self.id, traceparent: traceparent, by: by, teams: teams)
  }

  /// Creates the header of the reply to this message. It has no actor and no teams, which its
  /// receiver sent.
  package func replying() -> Header {
    Header(
      id: Self.freshID(), corr: corr ?? id, cause: id, traceparent: traceparent)
  }
}
