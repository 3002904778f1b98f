import Foundation

/// A day, such as the last one of an absence: `2026-12-01`, `today` or `tomorrow`.
struct LastDay: ArgumentValue, Hashable {
  private enum Kind: Hashable {
    case date(year: Int, month: Int, day: Int)
    /// A number of days from today.
    case ahead(Int)
  }

  private var kind: Kind

  init(argument: String) throws {
    switch argument.lowercased() {
    case "today": kind = .ahead(0)
    case "tomorrow": kind = .ahead(1)
    default:
      let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { part in
        part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
      }
      guard parts.map(\.count) == [4, 2, 2], numbers.count == 3 else {
        throw UsageError(message: "expected a date such as 2026-12-01, today or tomorrow")
      }
      kind = .date(year: numbers[0], month: numbers[1], day: numbers[2])
    }
  }

  static var placeholder: String { "DATE" }

  static let today = LastDay(kind: .ahead(0))

  private init(kind: Kind) { self.kind = kind }

  /// The end of the day, which is the start of the next day.
  ///
  /// - Parameters:
  ///   - now: the current time, which determines today's date.
  ///   - calendar: a calendar in the time zone of the day.
  ///   - option: the option that names the day, for the error.
  /// - Throws: `Failure` if the day does not exist.
  func end(now: Date, _ calendar: Calendar, option: String = "--until") throws -> Date {
    let start = try start(now: now, calendar, option: option)
    guard let next = calendar.date(byAdding: .day, value: 1, to: start) else {
      throw Self.invalid(option)
    }
    return calendar.startOfDay(for: next)
  }

  /// The start of the day; see `end`.
  func start(now: Date, _ calendar: Calendar, option: String) throws -> Date {
    let day: Date?
    switch kind {
    case .ahead(let days):
      day = calendar.date(byAdding: .day, value: days, to: calendar.startOfDay(for: now))
    case .date(let year, let month, let number):
      let parts = DateComponents(year: year, month: month, day: number)
      let found = calendar.date(from: parts)
      // The calendar would convert 30 February to a day in March.
      let isThere = found.map {
        calendar.dateComponents([.year, .month, .day], from: $0) == parts
      }
      day = isThere == true ? found : nil
    }
    guard let day else { throw Self.invalid(option) }
    return calendar.startOfDay(for: day)
  }

  private static func invalid(_ option: String) -> Failure {
    .usage("Invalid \(option); that day does not exist.")
  }
}
