import CZeroMQ
import Glibc

extension Frame {
  /// Size in bytes below which copying is cheaper than keeping track of an owner.
  static let adoptionThreshold = 1024

  /// Creates a frame by writing directly into its memory.
  ///
  /// `body` receives memory for `capacity` bytes, and sets its second argument to the number of
  /// bytes that it wrote.
  /// - Precondition: that number is between 0 and `capacity`.
  public init<Failure: Error>(
    uninitializedCapacity capacity: Int,
    initializingWith body: (UnsafeMutableRawBufferPointer, inout Int) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(capacity >= 0, "A frame cannot have a negative capacity.")
    guard let memory = malloc(max(capacity, 1)) else {
      preconditionFailure("No memory for a frame of \(capacity) bytes.")
    }
    var count = 0
    do {
      try body(UnsafeMutableRawBufferPointer(start: memory, count: capacity), &count)
    } catch {
      free(memory)
      throw error
    }
    precondition((0...capacity).contains(count), "More bytes written than there is room for.")
    if count < Self.adoptionThreshold {
      self.init(UnsafeRawBufferPointer(start: memory, count: count))
      free(memory)
    } else {
      self.init(storage: .adopting(memory, count, hint: nil) { data, _ in Glibc.free(data) })
    }
  }

  /// Adopts `bytes` without copying them, except for small arrays, which are faster to copy.
  public init(adopting bytes: [UInt8]) {
    guard bytes.count >= Self.adoptionThreshold else {
      self.init(bytes)
      return
    }
    let owner = ByteOwner(bytes)
    // An array's elements keep their address while the array is held unchanged; the owner holds it
    // in a constant.
    self = owner.bytes.withUnsafeBytes { Frame(adopting: $0, ownedBy: owner) }
  }

  /// Adopts memory that stays valid and unchanged for as long as `owner` exists. The owner is
  /// released, on any thread, once the last copy of the frame has been sent and released.
  public init(adopting buffer: UnsafeRawBufferPointer, ownedBy owner: some AnyObject & Sendable) {
    guard let data = buffer.baseAddress, buffer.count > 0 else {
      self.init()
      return
    }
    let hint = Unmanaged.passRetained(owner as AnyObject).toOpaque()
    self.init(
      storage: .adopting(UnsafeMutableRawPointer(mutating: data), buffer.count, hint: hint) {
        _, hint in
        if let hint { Unmanaged<AnyObject>.fromOpaque(hint).release() }
      })
  }
}

private final class ByteOwner: Sendable {
  let bytes: [UInt8]
  init(_ bytes: [UInt8]) { self.bytes = bytes }
}
