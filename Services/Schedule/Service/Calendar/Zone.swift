import Bus
import CIcal
import CommandLineKit
import Threads

/// A time zone of the system's database.
struct Zone {
  let handle: OpaquePointer

  /// Looks up a zone.
  ///
  /// - Returns: nil for a name that the database does not have.
  init?(_ name: String) {
    // libical's own UTC has no description that could be written into a calendar.
    guard Self.isName(name) else { return nil }
    let handle = ZoneTables.locked { () -> OpaquePointer? in
      let found = icaltimezone_get_builtin_timezone(name == "UTC" ? "Etc/UTC" : name)
      return icaltimezone_get_component(found) == nil ? nil : found
    }
    guard let handle else { return nil }
    self.handle = handle
  }

  /// Maximum length of a name, in bytes.
  private static let maxBytes = 64

  /// Returns whether a name is safe, because it becomes part of a path in the database.
  private static func isName(_ name: String) -> Bool {
    (1...maxBytes).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"),
          UInt8(ascii: "-"), UInt8(ascii: "+"):
          true
        default: false
        }
      }
      && !name.hasPrefix("/") && !name.hasSuffix("/")
  }

  /// Converts seconds since 1970-01-01 UTC to the local time in this zone.
  func local(_ seconds: Int) -> icaltimetype {
    icaltime_from_timet_with_zone(seconds, 0, handle)
  }

  /// Converts a local time to seconds since 1970-01-01 UTC.
  ///
  /// If the clocks skip a time, it becomes later by the length of the gap; if a time occurs twice,
  /// the first occurrence counts (RFC 5545, 3.3.5). libical moves a skipped time before the gap,
  /// and uses the second occurrence of a repeated time. Therefore, both are computed with the
  /// offset that was in force half a day before.
  func seconds(of local: icaltimetype) -> Int {
    let found = icaltime_as_timet_with_zone(local, handle)
    var before = icaltime_from_timet_with_zone(found - 43_200, 0, icaltimezone_get_utc_timezone())
    var daylight: Int32 = 0
    let offset = icaltimezone_get_utc_offset_of_utc_time(handle, &before, &daylight)
    let earlier = icaltime_as_timet_with_zone(local, icaltimezone_get_utc_timezone()) - Int(offset)
    func isMeant(_ seconds: Int) -> Bool { icaltime_compare(self.local(seconds), local) == 0 }
    guard isMeant(found) else { return earlier }
    return earlier < found && isMeant(earlier) ? earlier : found
  }

  // MARK: Names

  /// Checks a name.
  ///
  /// - Throws: `invalid`, with suggestions.
  static func check(_ name: String) throws(BusError) {
    guard Zone(name) == nil else { return }
    let suggestions = suggestions(for: name)
    let meant = suggestions.isEmpty ? "" : " Did you mean \(suggestions.joined(separator: " or "))?"
    throw BusError(
      .invalid,
      "Unknown time zone “\(name.prefix(64))”; expected an IANA name such as Europe/Paris.\(meant)",
      detail: ["field": "rule.zone"])
  }

  /// Similar names, or names with this city; at most three.
  private static func suggestions(for name: String) -> [String] {
    let known = names
    let wanted = name.replacing(" ", with: "_").lowercased()
    if wanted.utf8.count > maxBytes || wanted.isEmpty { return [] }
    let cities = known.filter {
      $0.lowercased().split(separator: "/").last.map { $0 == wanted } ?? false
    }
    if !cities.isEmpty { return Array(cities.prefix(3)) }
    if let near = Suggestion.nearest(to: wanted, in: known) { return [near] }
    let byCity = Dictionary(
      known.compactMap { zone in zone.split(separator: "/").last.map { (String($0), zone) } }
    ) {
      first, _ in first
    }
    let city = wanted.split(separator: "/").last.map(String.init) ?? wanted
    return Suggestion.nearest(to: city, in: byCity.keys).flatMap { byCity[$0] }.map { [$0] } ?? []
  }

  /// Names of all time zones in the database.
  private static var names: [String] {
    ZoneTables.locked {
      guard let zones = icaltimezone_get_builtin_timezones() else { return [] }
      return (0..<zones.pointee.num_elements).compactMap { index in
        icalarray_element_at(zones, index).flatMap { element in
          icaltimezone_get_location(OpaquePointer(element)).map { String(cString: $0) }
        }
      }
    }
  }
}

/// The process-wide tables of time zones of libical. Everything else in libical belongs to the
/// thread that created it, so reading or writing a calendar slowly delays no other thread, such as
/// the one that checks the clock.
enum ZoneTables {
  private static let gate = Locked(false)

  /// Looks up a zone, one thread at a time, because a zone is loaded when it is first used.
  static func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
    try gate.withLock { isReady in
      if !isReady {
        // Uses the system's database instead of libical's own.
        icaltimezone_set_builtin_tzdata(0)
        isReady = true
      }
      return try body()
    }
  }
}
