public import Bus
public import Schema

/// The people who have a live meeting open in a browser, as one gateway knows them.
///
/// A gateway repeats its list every 15 seconds, and publishes it at each change, at most twice a
/// second. Each list replaces the earlier one of the same gateway; a list is out of date 45 seconds
/// after it was received, because its gateway has ended. To show everyone, a client joins the lists of
/// all gateways.
public struct MeetingPresence: EventData, Hashable {
  public static let type = "meeting.presence"
  public static let traits = EventTraits(
    subject: "the meeting's id", source: "gateway", families: [.standup, .meeting, .team],
    isDurable: false)
  /// Id of the gateway's process, a UUID.
  public var gateway: String
  /// The connected people, by name, at most 64. A person with several devices has an entry for each.
  public var people: [ConnectedPerson]
  /// Number of further entries that the list does not contain. Absent for none.
  public var more: Int?
  /// Maximum number of entries in the list.
  public static let maxPeople = 64
  /// Time after which a list is out of date, in milliseconds.
  public static let expiryMs: Int64 = 45_000
  public static let bounds: MemberBounds<Self> = [
    \.gateway: .uuid, \.people: .count(0...maxPeople), \.more: .atLeast(1),
  ]
  /// Creates the list of a gateway.
  public init(gateway: String, people: [ConnectedPerson], more: Int? = nil) {
    self.gateway = gateway
    self.people = people
    self.more = more
  }
}

/// A person with a device that is connected to a meeting.
public struct ConnectedPerson: Codable, Hashable, Sendable, Bounded {
  /// Id of the person, a UUID in lower case. Absent in a session with a role of its own.
  public var person: String?
  /// Name of the person or the session; a browser cannot choose it. At most 64 bytes.
  public var name: String
  /// Browser and system, such as `Firefox on Linux`. Absent if they are unknown.
  public var device: String?
  /// True if this device records the meeting. Absent otherwise.
  public var microphone: Bool?
  /// True if the device reads slowly or does not respond. Absent otherwise.
  public var poor: Bool?
  public static let bounds: MemberBounds<Self> = [
    \.person: .uuid, \.name: .text(0...maxNameBytes), \.device: .text(1...48),
  ]
  /// Maximum size of a name, in bytes.
  public static let maxNameBytes = 64
  /// Creates an entry of the list.
  public init(
    person: String? = nil, name: String, device: String? = nil, microphone: Bool? = nil,
    poor: Bool? = nil
  ) {
    self.person = person
    self.name = name
    self.device = device
    self.microphone = microphone
    self.poor = poor
  }
}
