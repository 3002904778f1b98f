public import Foundation

/// Generates the current date. It is passed as a dependency, so that tests can set the date.
public struct DateGenerator: Sendable {
  private let generate: @Sendable () -> Date

  /// Creates a generator that calls a closure for each date.
  ///
  /// - Parameter generate: called for each reading.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// Returns the current date.
  public func callAsFunction() -> Date {
    generate()
  }

  /// The current date, in whole milliseconds since 1970-01-01 UTC.
  public var milliseconds: Int64 { Int64((generate().timeIntervalSince1970 * 1000).rounded(.down)) }

  /// The system's real-time clock.
  public static let live = DateGenerator { Date() }

  /// Returns a generator whose date never changes.
  public static func constant(_ date: Date) -> DateGenerator {
    DateGenerator { date }
  }
}
