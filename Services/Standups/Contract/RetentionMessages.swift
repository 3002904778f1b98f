public import Bus
public import Documents
import FastJSON
public import Schema

// Retention of the transcripts of a team, which may be shorter than that of the installation.

/// Sets for how many days the transcripts of a team's meetings are retained, at most as long as the
/// installation does (`STANDUPS_TRANSCRIPT_DAYS`).
///
/// The same period applies to written updates that wait and to discarded meetings. A longer period applies at
/// once; a shorter one after 24 hours, so that the change can be undone before anything is erased. With several
/// cells, it applies to the standups in this one.
public struct SetRetention: BusCommand, Hashable {
  /// The new retention.
  public typealias Reply = TeamRetention
  public static let target = "standups.setRetention"
  public static let traits = CommandTraits(
    access: .admin, in: .any, isStored: true, errors: [.invalid, .notFound])
  /// Id of the team. One of which the sender is not an admin fails with `not_found`.
  public var team: String
  /// Number of days. More than the installation's fail with `invalid`. Default: as long as the
  /// installation.
  public var days: Int?
  public static let bounds: MemberBounds<Self> = [
    \.team: .teamID, \.days: .range(TeamRetention.limits),
  ]
  /// Sets the retention of a team; nil for that of the installation.
  public init(team: String, days: Int? = nil) {
    self.team = team
    self.days = days
  }
}

/// Lists for how long transcripts are retained.
public struct GetRetention: BusCommand, Hashable {
  /// Wire name. Read-only.
  public static let target = "standups.retention"
  public static let traits = CommandTraits(access: .observer, in: .any)
  /// Requests the retention of all teams.
  public init() {}
  /// Retention of transcripts.
  public struct Reply: Codable, Hashable, Sendable {
    /// Days for which this installation retains transcripts. Absent without a limit.
    public var days: Int?
    /// Teams with a retention of their own, by id; only those of which the sender is a member.
    public var teams: [TeamRetention]
    /// Other cells, whose settings are not included. Absent if all standups are here.
    public var elsewhere: [StandupsPlace]?
    /// Creates the reply; `days` is nil without a limit.
    public init(days: Int?, teams: [TeamRetention], elsewhere: [StandupsPlace]? = nil) {
      self.days = days
      self.teams = teams
      self.elsewhere = elsewhere
    }
  }
}

/// Retention of the transcripts of a team. A document of the store, with the id of the team.
public struct TeamRetention: Codable, Hashable, Sendable, Bounded {
  /// Id of the team.
  public var team: String
  /// Days for which transcripts are retained. Absent for the retention of the installation.
  public var days: Int?
  /// Days that apply until `fromMs`. Absent for the retention of the installation, and without
  /// `fromMs`.
  public var before: Int?
  /// Time from which `days` apply, in milliseconds since 1970-01-01 UTC. Absent if they apply since
  /// they were set.
  public var fromMs: Int64?
  public static let bounds: MemberBounds<Self> = [
    \.team: .teamID, \.days: .range(limits), \.before: .range(limits),
    \.fromMs: .range(0...253_402_300_799_999),
  ]

  /// Valid numbers of days.
  public static let limits: ClosedRange<Int> = 1...36_500
  /// Time after which a shorter period applies, in milliseconds.
  public static let graceMs: Int64 = 86_400_000

  /// Creates the retention of a team. Default: that of the installation.
  public init(team: String, days: Int? = nil, before: Int? = nil, fromMs: Int64? = nil) {
    self.team = team
    self.days = days
    self.before = before
    self.fromMs = fromMs
  }

  /// Days that apply at a time; nil for the retention of the installation.
  ///
  /// - Parameter nowMs: the time, in milliseconds since 1970-01-01 UTC.
  public func days(atMs nowMs: Int64) -> Int? { nowMs < fromMs ?? .min ? before : days }
}

extension TeamRetention: StoredValue {
  /// Checks a stored retention, whose document has the id of the team.
  public func problem(in document: Document) -> String? {
    if team != document.id || document.parent != nil { return Self.isAnother }
    guard TeamID.isValid(team), let days, Self.limits.contains(days),
      Self.limits.contains(before ?? 1), WireTime.sinceEpochMs.contains(fromMs ?? 0)
    else { return "Invalid retention of the team “\(team)”." }
    return nil
  }
}
