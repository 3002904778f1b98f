import Glibc
import Threads

/// Random numbers from the kernel (getentropy(3)), fetched in batches: a system call for each id
/// would cost more than the rest of its creation.
struct RandomPool {
  /// Maximum number of bytes per call of getentropy. Up to this size, a call returns all bytes and
  /// is not interrupted by signals.
  private static let bytes = 256
  private static let shared = Locked(RandomPool())

  private var words: [UInt64] = []

  /// Returns random bits for one id; no bits are used twice.
  static func pair() -> (UInt64, UInt64) {
    shared.withLock { $0.pair() }
  }

  private mutating func pair() -> (UInt64, UInt64) {
    if words.count < 2 { fill() }
    return (words.removeLast(), words.removeLast())
  }

  private mutating func fill() {
    var random = SystemRandomNumberGenerator()
    words = Array(unsafeUninitializedCapacity: Self.bytes / MemoryLayout<UInt64>.size) {
      words, count in
      count = words.count
      if getentropy(words.baseAddress, Self.bytes) == 0 { return }
      // If the kernel provides no random numbers, the system's generator waits or ends the process.
      for index in words.indices { words[index] = random.next() }
    }
  }
}

/// Random numbers from the pool, used to vary waits.
package struct PooledRandom: RandomNumberGenerator {
  package init() {}

  /// Returns the next 64 random bits.
  package mutating func next() -> UInt64 { RandomPool.pair().0 }
}
