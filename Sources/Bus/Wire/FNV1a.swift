/// The hash of Fowler, Noll and Vo (FNV-1a, 64 bits): short, and the same in every process and
/// every run. Must not be used for values that an attacker may choose if collisions matter.
package enum FNV1a {
  /// The hash of an empty sequence.
  package static let seed: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Extends a hash by one byte.
  @inline(__always)
  package static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  /// Returns the hash of a sequence of bytes.
  ///
  /// - Parameter seed: the hash of the preceding bytes.
  @inline(__always)
  package static func hash(_ bytes: some Sequence<UInt8>, seed: UInt64 = seed) -> UInt64 {
    bytes.reduce(seed, step)
  }
}
