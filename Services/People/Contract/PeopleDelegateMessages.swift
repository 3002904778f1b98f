public import Bus
public import Documents
public import Schema

/// Asks whether a team may be removed, before it is.
///
/// Fails with `conflict` while objects of other services belong to the team, because no person could
/// reach them any more; and with `unavailable` if this cannot be determined.
public struct TeamRemovalRequested: DelegateMessage, Hashable {
  /// Wire name. Read-only.
  public static let target = "people.teamRemovalRequested"
  public static let errors: [BusError.Code] = [.conflict]
  /// The removal is permitted.
  public typealias Reply = Done
  /// Id of the team.
  public var id: String
  public static let bounds: MemberBounds<Self> = [\.id: .teamID]
  /// Asks about one team.
  public init(id: String) { self.id = id }
}

/// Requests the range of the journal, whose epoch changes if the database is restored from a backup.
public struct PeopleJournalRequested: DelegateMessage, Hashable {
  /// Epoch of the journal, its last sequence, and the oldest one that can be replayed.
  public typealias Reply = JournalRange
  /// Wire name. The router forwards it to persistence.
  public static let target = "people.journalRequested"
  /// Creates the request, which the service sends when it has loaded consents, and for each new one.
  public init() {}
}
