import CZeroMQ
import Glibc

/// One frame of a message: immutable bytes in libzmq's own storage.
///
/// Copies share the bytes and cost only a reference count, so a frame can be sent many times,
/// forwarded between sockets, and passed between threads without a socket.
///
/// `@unchecked Sendable`: after `init`, only the `deinit` of the storage writes to it; see
/// ``FrameStorage``.
public struct Frame: @unchecked Sendable {
  let storage: FrameStorage

  /// Adopts a message that contains its bytes and must not be written to afterwards.
  init(storage: FrameStorage) {
    storage.share()
    self.storage = storage
  }

  /// Copies the given bytes.
  public init(_ bytes: some Collection<UInt8>) {
    if let frame = bytes.withContiguousStorageIfAvailable({ Frame(UnsafeRawBufferPointer($0)) }) {
      self = frame
    } else {
      self = Array(bytes).withUnsafeBytes { Frame($0) }
    }
  }

  /// Copies the bytes of a buffer.
  public init(_ buffer: UnsafeRawBufferPointer) {
    let storage = FrameStorage.sized(buffer.count)
    if let source = buffer.baseAddress, buffer.count > 0 {
      memcpy(zmq_msg_data(storage.message), source, buffer.count)
    }
    self.init(storage: storage)
  }

  /// Copies the UTF-8 bytes of `string`.
  public init(_ string: String) {
    self.init(string.utf8)
  }

  /// Creates an empty frame.
  public init() {
    self.init(storage: .empty())
  }

  /// Size of the frame, in bytes.
  public var count: Int { zmq_msg_size(storage.message) }

  /// True if the frame has no bytes.
  public var isEmpty: Bool { count == 0 }

  /// Passes the bytes to `body`; the pointer is valid only during the call.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Keeps the storage alive until after the body.
    defer { withExtendedLifetime(storage) {} }
    let data = zmq_msg_data(storage.message)
    return try body(UnsafeRawBufferPointer(start: data, count: count))
  }

  /// A copy of the bytes.
  public var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

  /// The bytes as a string; nil if they are not valid UTF-8.
  public var string: String? {
    withUnsafeBytes { String(validating: $0, as: UTF8.self) }
  }

  /// Returns the same frame; both share the bytes.
  public func copy() -> Frame { self }
}

extension Frame: Hashable {
  /// Frames are equal if their bytes are equal.
  public static func == (a: Frame, b: Frame) -> Bool {
    if a.storage === b.storage { return true }
    return a.withUnsafeBytes { left in
      b.withUnsafeBytes { right in
        left.count == right.count
          && (left.isEmpty || memcmp(left.base, right.base, left.count) == 0)
      }
    }
  }

  /// Hashes the bytes of the frame.
  public func hash(into hasher: inout Hasher) {
    withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

extension Frame: ExpressibleByStringInterpolation {
  /// The UTF-8 bytes of a literal.
  public init(stringLiteral value: String) { self.init(value) }
}

extension Frame: CustomStringConvertible {
  /// The size only, because the content may be private and descriptions are written to logs.
  public var description: String { "Frame(\(count) bytes)" }
}

extension UnsafeRawBufferPointer {
  /// Start of the bytes; the buffer must not be empty.
  fileprivate var base: UnsafeRawPointer { baseAddress.unsafelyUnwrapped }
}
