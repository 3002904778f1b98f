/// A body that comes in parts of up to some kilobytes. While its reader is busy nothing more is read from the
/// connection.
///
/// Used on the loop of the server only.
public final class WebUpload {
  /// Takes a part; nil is the end. What comes before it is set waits.
  public var onPart: (([UInt8]?) -> Void)? {
    didSet { deliver() }
  }

  /// Called if the other end leaves before the body is complete.
  public var onLost: (() -> Void)?

  private var waiting: [[UInt8]] = []
  private var isComplete = false
  private var toldEnd = false
  /// Whether the reader has enough for now.
  private(set) var isPaused = false
  /// Called when reading goes on.
  var onResume: (() -> Void)?

  init() {}

  /// Nothing more is read until `resume`; what has arrived already still comes.
  public func pause() { isPaused = true }

  /// Goes on reading.
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
