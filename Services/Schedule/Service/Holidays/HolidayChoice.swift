import Bus
import Foundation

/// Choice of the events that count, by their names. Case is ignored.
struct HolidayChoice: Codable, Hashable, Sendable {
  /// Maximum number of names.
  static let maxNames = 50
  /// Maximum length of a name, in bytes.
  static let maxNameBytes = 400

  /// Names of observances that count as days off.
  var observe: [String] = []
  /// Names of days off that count as working days.
  var ignore: [String] = []

  /// Checks the names.
  ///
  /// - Throws: `invalid` if there are too many names, or if a name is too long.
  func check() throws(BusError) {
    let names = observe + ignore
    guard names.count <= Self.maxNames,
      names.allSatisfy({ (1...Self.maxNameBytes).contains($0.utf8.count) })
    else {
      throw BusError(
        .invalid,
        "“observe” and “ignore” can have at most \(Self.maxNames) names of 1 to \(Self.maxNameBytes) bytes.",
        detail: ["field": "holidays"])
    }
  }

  /// Form of a name that is used to compare names.
  static func key(_ name: String) -> String {
    name.trimmingCharacters(in: .whitespaces).lowercased()
  }
}
