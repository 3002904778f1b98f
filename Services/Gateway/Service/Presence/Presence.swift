import Bus
import GatewayAPI

/// The people who are connected to the watched meetings, through this gateway and through others. A value type,
/// so that its rules can be tested without connections.
struct Presence {
  /// Interval at which a gateway repeats its list, in milliseconds.
  static let repeatMs: Int64 = 15_000
  /// Minimum time between two lists of a meeting, in milliseconds.
  static let minGapMs: Int64 = 500
  /// Maximum number of other gateways whose lists are stored per meeting.
  static let maxGateways = 16
  /// Maximum size of the data of another gateway's event, in bytes.
  static let maxBytes = 32 << 10

  /// Standup and team of a meeting.
  struct Place: Hashable {
    var standup: String
    var team: String
  }

  /// A published list.
  struct Sent {
    var list: MeetingPresence
    var event: StreamEvent
    /// When it was published, in milliseconds of the machine's uptime.
    var atMs: Int64
  }

  /// The state of a meeting.
  struct Meeting {
    /// Nil until the meeting was read.
    var place: Place?
    /// The last list of this gateway; nil if there was none.
    var sent: Sent?
    /// True if a list is scheduled.
    var isScheduled = false
    /// True if the next list must be published even if it is unchanged.
    var mustRepeat = false
    /// The lists of other gateways, and the times at which they expire, by the gateway's id.
    var others: [String: (event: StreamEvent, untilMs: Int64)] = [:]
  }

  /// Id of this gateway.
  let gateway: String
  var meetings: [String: Meeting] = [:]
  /// Meetings that must be read, in order.
  private var unread: [String] = []
  private var isReading = false

  init(gateway: String) { self.gateway = gateway }

  /// Number of entries in this gateway's lists.
  var connected: Int { meetings.values.reduce(0) { $0 + ($1.sent?.list.people.count ?? 0) } }

  // MARK: Reading meetings, one at a time

  /// Requests that a meeting is read.
  ///
  /// - Returns: true if the caller must begin to read.
  mutating func read(_ meeting: String) -> Bool {
    if !unread.contains(meeting) { unread.append(meeting) }
    defer { isReading = true }
    return !isReading
  }

  /// The next meeting to read; nil at the end.
  mutating func nextUnread() -> String? {
    guard !unread.isEmpty else {
      isReading = false
      return nil
    }
    return unread.removeFirst()
  }

  /// Forgets the teams of the meetings of a standup that moved to another team.
  mutating func forgetPlaces(of standup: String) {
    for (meeting, entry) in meetings where entry.place?.standup == standup {
      meetings[meeting]?.place = nil
    }
  }

  // MARK: Lists

  /// Time until the next list of a meeting may be published, in milliseconds.
  func waitMs(_ meeting: String, at nowMs: Int64) -> Int64 {
    guard let sent = meetings[meeting]?.sent else { return 0 }
    return max(0, Self.minGapMs - (nowMs - sent.atMs))
  }

  /// The list of this gateway; nil if it need not be published.
  mutating func list(_ meeting: String, _ people: [ConnectedPerson], at nowMs: Int64)
    -> MeetingPresence?
  {
    guard let entry = meetings[meeting] else { return nil }
    let more = people.count - MeetingPresence.maxPeople
    let list = MeetingPresence(
      gateway: gateway, people: Array(people.prefix(MeetingPresence.maxPeople)),
      more: more > 0 ? more : nil)
    guard !people.isEmpty || entry.sent?.list.people.isEmpty == false else { return nil }
    let isDue = entry.mustRepeat || entry.sent.map { nowMs - $0.atMs >= Self.repeatMs } ?? true
    return isDue || entry.sent?.list != list ? list : nil
  }

  /// Stores a list of another gateway.
  ///
  /// - Returns: false if the list is one of this gateway, or there are too many gateways.
  mutating func note(_ list: MeetingPresence, _ event: StreamEvent, at nowMs: Int64) -> Bool {
    guard list.gateway != gateway else { return false }
    guard var entry = meetings[event.subject] else { return true }
    let isKnown = entry.others[list.gateway] != nil
    guard isKnown || entry.others.count < Self.maxGateways else { return false }
    entry.others[list.gateway] =
      list.people.isEmpty ? nil : (event, nowMs + MeetingPresence.expiryMs)
    // A gateway that was unknown may not know this one either.
    if !isKnown, !list.people.isEmpty { entry.mustRepeat = true }
    meetings[event.subject] = entry
    return true
  }

  /// The current lists of all gateways.
  func current(_ meeting: String, at nowMs: Int64) -> [StreamEvent] {
    guard let entry = meetings[meeting] else { return [] }
    let own = entry.sent.flatMap { $0.list.people.isEmpty ? nil : $0.event }
    return [own].compactMap(\.self)
      + entry.others.values.filter { $0.untilMs > nowMs }.map(\.event)
  }

  /// Drops the lists that are out of date.
  mutating func expire(_ meeting: String, at nowMs: Int64) {
    guard let others = meetings[meeting]?.others, !others.isEmpty else { return }
    meetings[meeting]?.others = others.filter { $0.value.untilMs > nowMs }
  }
}
