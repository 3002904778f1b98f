/// A body that is made while it is sent: parts are asked for when those before are gone.
///
/// Used on the loop of the server only.
public final class WebStream {
  private var parts: [[UInt8]] = []
  private var offset = 0
  private enum End { case done, failed }
  private var end: End?
  private let more: (WebStream) -> Void
  private var isAsked = false
  /// Called when there is something to send after there was nothing.
  var onNews: (() -> Void)?

  /// - Parameter more: asked for the next part whenever there is none left; it calls `send`, `finish` or `fail`, then
  ///   or later.
  public init(more: @escaping (WebStream) -> Void) { self.more = more }

  /// Brings a part.
  public func send(_ part: [UInt8]) {
    guard end == nil else { return }
    isAsked = false
    if !part.isEmpty { parts.append(part) }
    tell()
  }

  /// There is no more.
  public func finish() {
    end = end ?? .done
    tell()
  }

  /// It cannot be completed: the connection is ended, so that what came is not taken for the whole.
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

  /// Takes the next bytes.
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

  /// Whether reading it would bring something.
  var hasNews: Bool { !parts.isEmpty || end != nil }
}
