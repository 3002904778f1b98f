public import Foundation
import Synchronization

/// Generates new ids. It is passed as a dependency, so that tests know the ids that a feature will
/// use.
///
/// ```swift
/// let uuid = UUIDGenerator.incrementing
/// let first = uuid()  // 00000000-0000-0000-0000-000000000000
/// let second = uuid()  // 00000000-0000-0000-0000-000000000001
/// ```
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// Creates a generator that calls a closure for each id.
  ///
  /// - Parameter generate: called once per id.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = generate
  }

  /// Returns a fresh id.
  public func callAsFunction() -> UUID {
    generate()
  }

  /// Random ids (RFC 9562, version 4).
  public static let live = UUIDGenerator { UUID() }

  /// `00000000-0000-0000-0000-000000000000`, then `…0001`, `…0002` and so on.
  public static var incrementing: UUIDGenerator {
    let next = Counter()
    return UUIDGenerator { UUID(number: next.increment()) }
  }

  /// Returns a generator for features that must not generate ids: each call reports an issue
  /// through `report` and returns the nil UUID.
  public static func unimplemented(_ report: @escaping @Sendable (String) -> Void) -> UUIDGenerator
  {
    UUIDGenerator {
      report("UUIDGenerator was used, but the test did not override it.")
      return UUID(number: 0)
    }
  }
}

extension UUID {
  /// A readable UUID for tests and samples: the number in the last twelve hexadecimal digits.
  ///
  /// - Parameter number: from 0.
  public init(number: UInt32) {
    let bytes = withUnsafeBytes(of: number.bigEndian) { Array($0) }
    self.init(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, bytes[0], bytes[1], bytes[2], bytes[3]))
  }
}

/// A thread-safe counter that starts at zero.
private final class Counter: Sendable {
  private let value = Atomic<UInt32>(0)

  func increment() -> UInt32 {
    value.wrappingAdd(1, ordering: .relaxed).oldValue
  }
}
