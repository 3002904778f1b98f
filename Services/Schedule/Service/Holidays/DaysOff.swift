/// Calendar days with their names, in order.
struct DaysOff: Hashable, Sendable {
  /// A name and the days that have it.
  struct Named: Codable, Hashable, Sendable {
    var name: String
    /// The days, in order.
    var days: [Day]
  }

  /// Names with their days, in the order of the names.
  let named: [Named]
  /// All of them, in order.
  let days: [Day]

  /// Groups days by their names.
  ///
  /// - Parameter names: the name of each day.
  init(_ names: [Day: String] = [:]) {
    var byName: [String: [Day]] = [:]
    for (day, name) in names { byName[name, default: []].append(day) }
    self.init(named: byName.sorted { $0.key < $1.key }.map { Named(name: $0, days: $1.sorted()) })
  }

  private init(named: [Named]) {
    self.named = named
    days = named.flatMap(\.days).sorted()
  }

  func contains(_ day: Day) -> Bool {
    let place = place(of: day)
    return place < days.count && days[place] == day
  }

  /// Returns the days, starting with `first`, and their names.
  func from(_ first: Day, where isWanted: (Day) -> Bool, limit: Int) -> [(day: Day, name: String)] {
    days[place(of: first)...].lazy.filter(isWanted).prefix(limit).map { day in
      (day, named.first { $0.days.contains(day) }?.name ?? "")
    }
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
