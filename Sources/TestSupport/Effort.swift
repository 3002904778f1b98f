import Foundation

/// Number of seeds that a property test tries.
///
/// The gate tries some of each property, within its budget of CPU time; `scripts/test --full` tries all.
///
/// ```swift
/// @Test(arguments: Effort.seeds(8, of: 24))
/// func theJournalIsContiguous(seed: UInt64) { … }
/// ```
public enum Effort {
  /// Whether every seed is tried: `TEST_EFFORT` is `full`.
  public static let isFull =
    ProcessInfo.processInfo.environment["TEST_EFFORT"] == "full"

  /// The seeds from 0 on.
  ///
  /// - Parameters:
  ///   - some: the number of seeds in the gate, more than 0.
  ///   - all: the number of seeds in full.
  public static func seeds<Seed: FixedWidthInteger>(_ some: Seed, of all: Seed) -> Range<Seed>
  where Seed.Stride: SignedInteger {
    0..<(isFull ? all : min(some, all))
  }

  /// The first of several arguments; in full, all of them.
  public static func first<Argument>(_ count: Int, of all: [Argument]) -> [Argument] {
    isFull ? all : Array(all.prefix(count))
  }
}
