import ScheduleAPI

/// People of a standup in writing who are asked at the time in their own zones, for one scheduled time.
struct Asking: Codable, Hashable, Sendable {
  /// Scheduled time, in the zone of the schedule.
  var atMs: Int64
  /// The zones with a time of their own, in the order of their times.
  var zones: [LocalTime]

  /// The scheduled time in a zone.
  struct LocalTime: Codable, Hashable, Sendable {
    var zone: String
    var ms: Int64
    /// True once the people of the zone were asked.
    var isAsked = false
  }
}

extension Asking {
  /// Maximum time from the scheduled time in one zone to that in another one, in milliseconds: zones differ
  /// from UTC by 12 hours to the west and 14 hours to the east at most.
  static let maxDifferenceMs: Int64 = 26 * 3_600_000
  /// Maximum length of the name of a zone, in bytes.
  private static let maxZoneBytes = 64

  /// Creates the times of a scheduled time in other zones.
  ///
  /// - Parameters:
  ///   - atMs: the scheduled time.
  ///   - zones: names of time zones. One that the database does not have is left out, and so is one whose
  ///     time is the scheduled time itself, or not before the updates are complete: its people are asked
  ///     at the scheduled time.
  init(_ atMs: Int64, in zones: [String], of saved: SavedSchedule) {
    self.atMs = atMs
    let closing = saved.closing(of: atMs) ?? atMs
    var seen: Set<String> = []
    self.zones = zones.prefix(ScheduleZonesNamed.maxZones).filter { seen.insert($0).inserted }
      .compactMap { name in
        saved.rule.localTime(of: atMs, in: name).map { LocalTime(zone: name, ms: $0) }
      }
      .filter { $0.ms != atMs && $0.ms < closing }
      .sorted { ($0.ms, $0.zone) < ($1.ms, $1.zone) }
  }

  /// True if it is a value that the service could have saved.
  var isValid: Bool {
    zones.count <= ScheduleZonesNamed.maxZones
      && zones.allSatisfy { (1...Self.maxZoneBytes).contains($0.zone.utf8.count) }
  }

  /// All of its times, in milliseconds since 1970-01-01 UTC.
  var moments: [Int64] { [atMs] + zones.map(\.ms) }

  /// The next zone whose people were not asked yet; nil for none.
  var next: LocalTime? { zones.first { !$0.isAsked } }

  /// The zones whose people are asked at another time than the scheduled one: those that were asked before
  /// it, and those whose time comes later.
  var others: [String] { zones.filter { $0.isAsked || $0.ms > atMs }.map(\.zone) }

  /// Records that the people of a zone were asked.
  mutating func ask(_ zone: String) {
    for index in zones.indices where zones[index].zone == zone { zones[index].isAsked = true }
  }

  /// Records that everyone else was asked at the scheduled time.
  mutating func askRest() {
    for index in zones.indices where zones[index].ms <= atMs { zones[index].isAsked = true }
  }
}

extension Rule {
  /// Returns the moment at which the clocks of another zone show the date and time of day of a scheduled
  /// time; nil if the database does not have one of the zones.
  ///
  /// - Parameter ms: a time of the rule, in milliseconds since 1970-01-01 UTC.
  fileprivate func localTime(of ms: Int64, in other: String) -> Int64? {
    guard let own = Zone(zone), let other = Zone(other) else { return nil }
    let local = own.local(Int(ms / 1000))
    // The clocks may have skipped the time of day, which then is a later one.
    let minute =
      weekly.first { time in
        time.meets(on: Day(local)) && Int64(own.seconds(of: time.set(in: local))) * 1000 == ms
      }?.minute ?? Int(local.hour) * 60 + Int(local.minute)
    return Int64(other.seconds(of: WeeklyTime(minute: minute, days: []).set(in: local))) * 1000
  }
}

/// Times in the zones of people.
extension SavedSchedule {
  /// The asking that applies: that of the updates that are being collected, or of the next time.
  private var currentAsking: Asking? {
    guard let asking, asking.atMs == writing?.atMs || asking.atMs == next else { return nil }
    return asking
  }

  /// The next time for which the zones of the people are not known yet; nil if they are not needed.
  private var unlocated: Int64? {
    guard asksLocally == true, let next, asking?.atMs != next,
      // The zones of the updates that are being collected are needed until their people were asked.
      currentAsking?.next == nil
    else { return nil }
    return next
  }

  /// The report about people in a zone that is due; nil for none.
  func zoneReport(at now: Int64) -> DueReport? {
    guard let moment = askingMoment, moment.ms <= now else { return nil }
    return .zone(moment.atMs, moment.zone)
  }

  /// The request for the zones of the people that is due; nil for none.
  func zonesReport(at now: Int64) -> DueReport? {
    guard let time = unlocated, time - Asking.maxDifferenceMs <= now else { return nil }
    return .zones(time)
  }

  /// Time of the next of these reports; nil for none.
  var localMs: Int64? {
    [askingMoment?.ms, unlocated.map { $0 - Asking.maxDifferenceMs }].compactMap(\.self).min()
  }

  /// The next zone whose people are asked, and when: not before the updates of the time before are
  /// complete, because they would belong to these.
  private var askingMoment: (atMs: Int64, zone: String, ms: Int64)? {
    guard let asking = currentAsking, let zone = asking.next else { return nil }
    guard let writing, writing.atMs != asking.atMs else { return (asking.atMs, zone.zone, zone.ms) }
    return (asking.atMs, zone.zone, max(zone.ms, writing.closesMs))
  }

  /// Time until which the updates of a scheduled time are collected: the announced one, if people in
  /// other zones were asked before. Nil if none are collected.
  func closingTime(of time: Int64) -> Int64? {
    writing?.atMs == time ? writing?.closesMs : closing(of: time)
  }

  /// The zones whose people are not asked at a scheduled time, but at the times there.
  func others(at time: Int64) -> [String]? {
    guard mode == .write, let asking, asking.atMs == time, !asking.others.isEmpty else {
      return nil
    }
    return asking.others
  }
}
