import CZeroMQ
import Glibc

/// One frame of a message: bytes that never change, kept where libzmq keeps them.
///
/// Copies share the bytes and cost a reference count, so the same frame can be sent many times,
/// forwarded from socket to socket, and passed between threads, without a socket being involved.
///
/// `@unchecked Sendable`: from the end of `init` on, nothing writes to the storage but its
/// `deinit`; see ``FrameStorage``.
public struct Frame: @unchecked Sendable {
  let storage: FrameStorage

  /// Takes over a filled message, which nobody else may write to from here on.
  init(storage: FrameStorage) {
    storage.share()
    self.storage = storage
  }

  /// Copies `bytes`.
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

  /// A frame of no bytes.
  public init() {
    self.init(storage: .empty())
  }

  /// Number of bytes.
  public var count: Int { zmq_msg_size(storage.message) }

  /// Whether there are no bytes.
  public var isEmpty: Bool { count == 0 }

  /// Lends the bytes for the duration of `body`; the pointer must not leave it.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Keeps the storage alive until after the body.
    defer { withExtendedLifetime(storage) {} }
    let data = zmq_msg_data(storage.message)
    return try body(UnsafeRawBufferPointer(start: data, count: count))
  }

  /// The bytes, copied.
  public var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

  /// The bytes as text, or nil when they are not valid UTF-8.
  public var string: String? {
    withUnsafeBytes { String(validating: $0, as: UTF8.self) }
  }

  /// The same bytes again, shared, not copied.
  public func copy() -> Frame { self }
}

extension Frame: Hashable {
  /// Frames are equal when their bytes are.
  public static func == (a: Frame, b: Frame) -> Bool {
    if a.storage === b.storage { return true }
    return a.withUnsafeBytes { left in
      b.withUnsafeBytes { right in
        left.count == right.count
          && (left.isEmpty || memcmp(left.base, right.base, left.count) == 0)
      }
    }
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

extension Frame: ExpressibleByStringInterpolation {
  /// The UTF-8 bytes of a literal.
  public init(stringLiteral value: String) { self.init(value) }
}

extension Frame: CustomStringConvertible {
  /// The size only: what a frame holds may be private, and descriptions end up in logs.
  public var description: String { "Frame(\(count) bytes)" }
}

extension UnsafeRawBufferPointer {
  /// Where the bytes start; for use only when there are any.
  fileprivate var base: UnsafeRawPointer { baseAddress.unsafelyUnwrapped }
}
