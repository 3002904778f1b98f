import Foundation

/// Number of seeds that a property test tries.
///
/// By default a test tries some seeds of each property, within its budget of CPU time; `scripts/test --full`
/// tries all of them.
///
/// ```swift
/// @Test(arguments: Effort.seeds(8, of: 24))
/// func theJournalIsContiguous(seed: UInt64) { … }
/// ```
public enum Effort {
  /// True if every seed is tried: `TEST_EFFORT` is `full`.
  public static let isFull =
    ProcessInfo.processInfo.environment["TEST_EFFORT"] == "full"

  /// Returns the seeds from 0 on.
  ///
  /// - Parameters:
  ///   - some: number of seeds by default, more than 0.
  ///   - all: number of seeds with full effort.
  public static func seeds<Seed: FixedWidthInteger>(_ some: Seed, of all: Seed) -> Range<Seed>
  where Seed.Stride: SignedInteger {
    0..<(isFull ? all : min(some, all))
  }

  /// Returns the first arguments, or all of them with full effort.
  public static func first<Argument>(_ count: Int, of all: [Argument]) -> [Argument] {
    isFull ? all : Array(all.prefix(count))
  }
}
