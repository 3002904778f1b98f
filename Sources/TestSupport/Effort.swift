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

  /// Returns the seeds, counted from 0.
  public static func seeds<Seed: FixedWidthInteger>(_ some: Seed, of all: Seed) -> Range<Seed>
  where Seed.Stride: SignedInteger {
    0..<(isFull ? all : min(some, all))
  }

  /// Returns the first `count` arguments; with full effort, returns all of them.
  public static func first<Argument>(_ count: Int, of all: [Argument]) -> [Argument] {
    isFull ? all : Array(all.prefix(count))
  }
}
