public import Foundation

/// Returns the current date; a dependency, so that tests can set the date.
public struct DateGenerator: Sendable {
  private let generate: @Sendable () -> Date

  /// - Parameter generate: called for each reading.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// Returns the current date.
  public func callAsFunction() -> Date {
    generate()
  }

  /// The system's real-time clock.
  public static let live = DateGenerator { Date() }

  /// The same date at every call.
  public static func constant(_ date: Date) -> DateGenerator {
    DateGenerator { date }
  }
}
