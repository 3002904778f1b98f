import Bus
import ScheduleAPI

/// Range of dates in which a subject does not meet.
struct Break: Codable, Hashable, Sendable {
  /// Maximum number of days, including the first and the last one.
  static let maxDays = 366
  /// Maximum length of a name, in bytes.
  static let maxNameBytes = 100

  var name: String
  /// First day without a meeting.
  var from: Day
  /// Last day without a meeting.
  var to: Day

  /// The break in the form of the API.
  var written: ScheduleBreak { ScheduleBreak(name: name, from: from.text, to: to.text) }

  /// True if it is a break that a command can set.
  var isValid: Bool {
    name.isLine(Self.maxNameBytes) && name.contains { !$0.isWhitespace } && from.isReal && to.isReal
      && from <= to && to.days - from.days < Self.maxDays
  }

  /// True if the day is one of its days. A break that is not valid may have none.
  func contains(_ day: Day) -> Bool { from <= day && day <= to }
}

extension Break {
  /// Checks a break.
  ///
  /// - Throws: `invalid`.
  private init(_ given: ScheduleBreak) throws(BusError) {
    guard let from = Day(text: given.from), let to = Day(text: given.to) else {
      throw Self.wrong(
        "Invalid dates “\(given.from.prefix(16))” and “\(given.to.prefix(16))” of a break; expected"
          + " existing dates such as 2026-07-20.")
    }
    self.init(name: given.name, from: from, to: to)
    guard isValid else {
      throw Self.wrong(
        "Invalid break; expected a name of 1 to \(Self.maxNameBytes) bytes in one line, and 1 to"
          + " \(Self.maxDays) days whose last one is not before the first.")
    }
  }

  /// Checks the breaks of a command.
  ///
  /// - Returns: the breaks in the order of their days; nil for nil.
  /// - Throws: `invalid`.
  static func checked(_ given: [ScheduleBreak]?) throws(BusError) -> [Break]? {
    guard let given else { return nil }
    guard given.count <= ScheduleBreak.maxBreaks else {
      throw wrong("A schedule can have at most \(ScheduleBreak.maxBreaks) breaks.")
    }
    var breaks: [Break] = []
    for each in given { breaks.append(try Break(each)) }
    return breaks.sorted { ($0.from, $0.to, $0.name) < ($1.from, $1.to, $1.name) }
  }

  private static func wrong(_ message: String) -> BusError {
    BusError(.invalid, message, detail: ["field": "breaks"])
  }
}

extension [Break] {
  /// True if one of the breaks has the day.
  func contains(_ day: Day) -> Bool { contains { $0.contains(day) } }

  /// The breaks that are not over at a moment, in the time zone of a rule; nil for none.
  ///
  /// - Parameter ms: the moment, in milliseconds since 1970-01-01 UTC.
  func current(at ms: Int64, in rule: Rule) -> [Break]? {
    // If the zone was removed from the database, the day is about that of UTC.
    let today =
      Zone(rule.zone).map { Day($0.local(Int(ms / 1000))) } ?? Day(days: Int(ms / 86_400_000))
    let current = filter { today <= $0.to }
    return current.isEmpty ? nil : current
  }

  /// The days of the breaks in a range of days, each once.
  func days(from first: Day, to last: Day) -> Set<Day> {
    Set(
      flatMap { each in
        let (first, last) = (Swift.max(first, each.from).days, Swift.min(last, each.to).days)
        return first <= last ? (first...last).map { Day(days: $0) } : []
      })
  }
}
