import Glibc
import Threads

/// Random numbers of the kernel (getentropy(3)), fetched some at a time: a system call for each id costs more
/// than all else about it.
struct RandomPool {
  /// The most that it gives at a time; they come whole, and no signal interrupts it.
  private static let bytes = 256
  private static let shared = Locked(RandomPool())

  private var words: [UInt64] = []

  /// Random bits for one id. Each is given out once.
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
      // The library waits or ends the process where there is no randomness.
      for index in words.indices { words[index] = random.next() }
    }
  }
}

/// The pool's random numbers, for waits that shall differ from one another.
package struct PooledRandom: RandomNumberGenerator {
  package init() {}

  /// The next 64 random bits.
  package mutating func next() -> UInt64 { RandomPool.pair().0 }
}
