import StandupsDependencies
import Glibc

extension SeededGenerator {
  /// Returns a random time between two events of a Poisson process, in seconds.
  mutating func interval(rate: Double) -> Double {
    -log(1 - Double.random(in: 0..<1, using: &self)) / rate
  }
}
