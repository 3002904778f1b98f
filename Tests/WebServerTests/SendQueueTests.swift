import Testing

@testable import WebServer

/// The data that waits to be sent to a slow browser.
@Suite struct SendQueueTests {
  private static func frame(_ kilobytes: Int) -> WebFrame {
    WebFrame(text: [UInt8](repeating: UInt8(ascii: "x"), count: kilobytes << 10))
  }

  /// Adds a frame behind another one; sizes are in KiB.
  ///
  /// An event that is larger than the whole queue could never be sent if it needed an empty one: a
  /// short message precedes it in each stream that catches up.
  @Test(arguments: [
    (0, 100, SendQueue.Verdict.taken), (0, 440, .taken), (1, 440, .taken), (63, 440, .taken),
    (65, 440, .tooSlow), (200, 40, .taken), (250, 40, .tooSlow), (440, 1, .tooSlow),
  ])
  func oneLargeFrameFollowsAShortQueue(waiting: Int, size: Int, verdict: SendQueue.Verdict) {
    var queue = SendQueue()
    if waiting > 0 { #expect(queue.add(Self.frame(waiting), isDroppable: false) == .taken) }
    #expect(queue.add(Self.frame(size), isDroppable: false) == verdict)
  }

  @Test func droppableFramesMakeRoom() {
    var queue = SendQueue()
    #expect(queue.add(Self.frame(60), isDroppable: true) == .taken)
    #expect(queue.add(Self.frame(10), isDroppable: true) == .dropped)
    #expect(queue.add(Self.frame(250), isDroppable: false) == .taken)
    #expect(queue.bytes < 251 << 10)
  }
}
