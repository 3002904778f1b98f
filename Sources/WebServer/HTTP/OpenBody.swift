/// A response body that stays open: data is sent as soon as it is added, such as Server-Sent Events.
///
/// While no data is waiting, the connection does not time out. Used only on the server's loop.
public final class OpenBody {
  /// The way in which a response ended.
  public enum Ending: Hashable, Sendable {
    /// The response was completed with `finish`, or the server stopped.
    case finished
    /// The client disconnected, or the connection was lost.
    case lost
    /// The client read too slowly, and too much data was waiting to be sent.
    case tooSlow
  }

  /// Called once, when the connection no longer carries the response.
  public var onClose: ((Ending) -> Void)?
  /// Called once, when no more data waits to be sent.
  public var onDrained: (() -> Void)?
  /// Number of droppable parts that were dropped.
  public private(set) var dropped = 0

  private var queue: SendQueue
  private var ending: Ending?
  private var isClosed = false
  /// Called when data becomes available after the body had none.
  var onNews: (() -> Void)?
  /// Ends the connection without waiting for the client to read.
  var onAbort: (() -> Void)?

  /// Creates an empty body.
  ///
  /// - Parameter backlog: maximum number of bytes that may wait to be sent; beyond it, the
  ///   connection is closed. Above a quarter of it, droppable parts are dropped.
  public init(backlog: Int = WebServer.Limits().backlog) {
    queue = SendQueue(SendQueue.Limits(most: backlog, droppable: backlog / 4))
  }

  /// Number of bytes that are waiting to be sent.
  public var backlog: Int { queue.bytes }

  /// Sends a part after all earlier ones.
  ///
  /// - Parameter isDroppable: true to allow the part to be dropped if a lot of data is already
  ///   waiting. If too much other data waits, the connection is closed.
  public func send(_ part: [UInt8], isDroppable: Bool = false) {
    guard ending == nil, !isClosed, !part.isEmpty else { return }
    switch queue.add(bytes: part, isDroppable: isDroppable) {
    case .taken: notify()
    case .dropped: dropped += 1
    case .tooSlow:
      queue.clear()
      ending = .tooSlow
      onAbort?()
      notify()
    }
  }

  /// Completes the response once all parts have been sent.
  public func finish() {
    guard ending == nil, !isClosed else { return }
    ending = .finished
    notify()
  }

  private func notify() {
    let news = onNews
    onNews = nil
    news?()
  }

  /// Copies the next bytes into the target.
  func read(into target: UnsafeMutableRawBufferPointer) -> WebStream.Read {
    if ending == .tooSlow { return .failed }
    var count = 0
    queue.flush { bytes in
      let size = min(target.count - count, bytes.count)
      guard size > 0 else { return nil }
      UnsafeMutableRawBufferPointer(rebasing: target[count..<count + size])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<size]))
      count += size
      return size
    }
    guard count > 0 else { return ending == nil ? .nothingYet : .done }
    if queue.isEmpty, let drained = onDrained {
      onDrained = nil
      drained()
    }
    return .bytes(count)
  }

  /// Called when the connection no longer carries the response.
  func closed() {
    guard !isClosed else { return }
    isClosed = true
    queue.clear()
    onDrained = nil
    onNews = nil
    onAbort = nil
    let closed = onClose
    onClose = nil
    closed?(ending ?? .lost)
  }
}

/// A body that libmicrohttpd reads in parts.
protocol BodySource: AnyObject {
  /// Called when data becomes available after the body had none.
  var onNews: (() -> Void)? { get set }
  /// Copies the next bytes into the target.
  func read(into target: UnsafeMutableRawBufferPointer) -> WebStream.Read
}

extension OpenBody: BodySource {}
extension WebStream: BodySource {}
