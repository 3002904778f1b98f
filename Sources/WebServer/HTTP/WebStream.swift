/// A body that is produced while it is sent: the next part is requested when the previous ones are
/// sent.
///
/// Used only on the server's loop.
public final class WebStream {
  private var parts: [[UInt8]] = []
  private var offset = 0
  private enum End { case done, failed }
  private var end: End?
  private let more: (WebStream) -> Void
  private var isAsked = false
  /// Called when data becomes available after the stream had none.
  var onNews: (() -> Void)?

  /// Creates a stream without data.
  ///
  /// - Parameter more: called when all parts have been sent; it calls `send`, `finish` or `fail`,
  ///   immediately or later.
  public init(more: @escaping (WebStream) -> Void) { self.more = more }

  /// Adds a part to the body.
  public func send(_ part: [UInt8]) {
    guard end == nil else { return }
    isAsked = false
    if !part.isEmpty { parts.append(part) }
    tell()
  }

  /// Marks the body as complete.
  public func finish() {
    end = end ?? .done
    tell()
  }

  /// Marks the body as failed. The connection is closed, so that the client does not mistake a part
  /// for the whole.
  public func fail() {
    end = .failed
    tell()
  }

  private func tell() {
    let news = onNews
    onNews = nil
    news?()
  }

  enum Read {
    case bytes(Int)
    case nothingYet
    case done
    case failed
  }

  /// Copies the next bytes into the target.
  func read(into target: UnsafeMutableRawBufferPointer) -> Read {
    if end == .failed { return .failed }
    if parts.isEmpty, end == nil, !isAsked {
      isAsked = true
      more(self)
    }
    guard let part = parts.first else {
      return end == nil ? .nothingYet : end == .done ? .done : .failed
    }
    let count = min(target.count, part.count - offset)
    part.withUnsafeBytes { target.copyMemory(from: .init(rebasing: $0[offset..<offset + count])) }
    offset += count
    if offset == part.count {
      parts.removeFirst()
      offset = 0
    }
    return .bytes(count)
  }

  /// True if a read would return data or the end.
  var hasNews: Bool { !parts.isEmpty || end != nil }
}
