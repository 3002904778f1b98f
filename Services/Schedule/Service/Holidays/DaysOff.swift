/// Calendar days with their names, in order. A day has several names if several events are on it.
struct DaysOff: Hashable, Sendable {
  /// Maximum number of names of a day; more events on it are omitted.
  static let maxNames = 3

  /// A name and the days that have it.
  struct Named: Codable, Hashable, Sendable {
    var name: String
    /// The days, in order.
    var days: [Day]
  }

  /// Names with their days, in the order of the names.
  let named: [Named]
  /// All of the days, in order, each once.
  let days: [Day]

  /// Groups days by their names.
  ///
  /// - Parameter names: the name of each day.
  init(_ names: [Day: String] = [:]) {
    self.init(named: names.mapValues { [$0] })
  }

  /// Groups days by their names.
  ///
  /// - Parameter names: the different names of each day.
  init(named names: [Day: [String]]) {
    var byName: [String: [Day]] = [:]
    for (day, names) in names {
      for name in names { byName[name, default: []].append(day) }
    }
    self.init(named: byName.sorted { $0.key < $1.key }.map { Named(name: $0, days: $1.sorted()) })
  }

  private init(named: [Named]) {
    self.named = named
    days = Set(named.flatMap(\.days)).sorted()
  }

  func contains(_ day: Day) -> Bool {
    let place = place(of: day)
    return place < days.count && days[place] == day
  }

  /// Returns the days, starting with `first`, with each of their names.
  func from(_ first: Day, where isWanted: (Day) -> Bool, limit: Int) -> [(day: Day, name: String)] {
    Array(
      days[place(of: first)...].lazy.filter(isWanted).prefix(limit).flatMap { day in
        named.filter { $0.days.contains(day) }.map { (day, $0.name) }
      }.prefix(limit))
  }

  /// Index of the first day that is not earlier.
  private func place(of day: Day) -> Int {
    var range = 0..<days.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if days[middle] < day {
        range = middle + 1..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }
}

extension DaysOff: Codable {
  init(from decoder: any Decoder) throws {
    let named = try [Named](from: decoder)
    guard named.allSatisfy({ $0.days.allSatisfy(\.isReal) }) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "Invalid day off; expected a date such as 20261225."))
    }
    self.init(named: named)
  }

  func encode(to encoder: any Encoder) throws { try named.encode(to: encoder) }
}

extension [Day: [String]] {
  /// Adds a name of a day, if it has room for it.
  mutating func add(_ name: String, of day: Day) {
    let names = self[day] ?? []
    guard !names.contains(name), names.count < DaysOff.maxNames else { return }
    self[day] = names + [name]
  }
}
