import Glibc

/// The part of a loop that only its own thread touches.
final class LoopCore {
  /// Something that can be read and somebody who wants to know.
  final class Watch {
    /// The socket, or nil for a plain file descriptor.
    let handle: SocketHandle?
    /// What the kernel is asked about.
    let descriptor: Int32
    /// Nil when nobody wants to know; calling nobody again and again would keep the thread busy.
    var onReadable: (() -> Void)?
    /// Called once, when a socket can be written to.
    var onWritable: (() -> Void)?
    var isActive = true
    var mayHaveNews: Bool { handle?.mayHaveNews ?? false }

    init(_ handle: SocketHandle?, descriptor: Int32, onReadable: (() -> Void)?) {
      self.handle = handle
      self.descriptor = descriptor
      self.onReadable = onReadable
    }
  }

  /// A timer's work, and what to do instead when the loop ends before it is due.
  struct Timer {
    let fire: () -> Void
    let abandon: (() -> Void)?
  }

  var timers = TimerHeap<Timer>()
  /// What the timer descriptor is set to; nil when it is not set, or went off.
  var armed: UInt64?
  var sockets: [Watch] = [] { didSet { itemsAreStale = true } }
  var files: [Watch] = [] { didSet { itemsAreStale = true } }
  /// What poll is called with: the wake descriptor, the timer, files, sockets.
  var items: [pollfd] = []
  var itemsAreStale = true
  /// The time at which the current turn began.
  var turn = MonotonicInstant.now
  /// How many turns there were, so that a test sees a loop that spins.
  var turns = 0
  /// Called before each turn.
  var gate: (() -> Void)?
  var onStop: [() -> Void] = []
  /// After the end nothing is watched and nothing scheduled any more.
  var isOver = false
}
