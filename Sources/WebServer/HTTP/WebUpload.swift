/// A request body that arrives in parts of up to a few kilobytes. While its reader is paused,
/// nothing more is read from the connection.
///
/// Used only on the server's loop.
public final class WebUpload {
  /// Receives each part; nil marks the end. Parts that arrive before the closure is set are kept
  /// until then.
  public var onPart: (([UInt8]?) -> Void)? {
    didSet { deliver() }
  }

  /// Called if the client disconnects before the body is complete.
  public var onLost: (() -> Void)?

  private var waiting: [[UInt8]] = []
  private var isComplete = false
  private var toldEnd = false
  /// True while the reader has paused the body.
  private(set) var isPaused = false
  /// Called when reading resumes.
  var onResume: (() -> Void)?

  init() {}

  /// Stops reading from the connection until `resume`; parts that were already read are still
  /// delivered.
  public func pause() { isPaused = true }

  /// Continues to read from the connection.
  public func resume() {
    guard isPaused else { return }
    isPaused = false
    let resume = onResume
    onResume = nil
    resume?()
  }

  func received(_ part: [UInt8]) {
    waiting.append(part)
    deliver()
  }

  func lost() {
    onPart = nil
    let lost = onLost
    onLost = nil
    lost?()
  }

  func ended() {
    isComplete = true
    deliver()
  }

  private func deliver() {
    guard let onPart else { return }
    while !waiting.isEmpty { onPart(waiting.removeFirst()) }
    guard isComplete, !toldEnd else { return }
    toldEnd = true
    onPart(nil)
  }
}
