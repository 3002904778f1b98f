import Glibc

/// The part of a loop that only its own thread uses.
final class LoopCore {
  /// A watched socket or descriptor, and its handlers.
  final class Watch {
    /// The socket; nil for a plain file descriptor.
    let handle: SocketHandle?
    /// The descriptor that is polled.
    let descriptor: Int32
    /// Called when a message may be available. Nil if no handler reads messages, because reporting
    /// unread messages would keep the thread busy.
    var onReadable: (() -> Void)?
    /// Called once, when the socket is writable.
    var onWritable: (() -> Void)?
    var isActive = true
    var mayHaveNews: Bool { handle?.mayHaveNews ?? false }

    init(_ handle: SocketHandle?, descriptor: Int32, onReadable: (() -> Void)?) {
      self.handle = handle
      self.descriptor = descriptor
      self.onReadable = onReadable
    }
  }

  /// The action of a timer, and the action if the loop ends before it is due.
  struct Timer {
    let fire: () -> Void
    let abandon: (() -> Void)?
  }

  var timers = TimerHeap<Timer>()
  /// Deadline for which the timer descriptor is armed; nil if it is not armed or has expired.
  var armed: UInt64?
  var sockets: [Watch] = [] { didSet { itemsAreStale = true } }
  var files: [Watch] = [] { didSet { itemsAreStale = true } }
  /// The arguments of poll: the wake descriptor, the timer, files, sockets.
  var items: [pollfd] = []
  var itemsAreStale = true
  /// Start of the current turn.
  var turn = MonotonicInstant.now
  /// Number of turns so far; tests use it to detect a loop that spins.
  var turns = 0
  /// The lease barrier, called before each turn.
  var gate: (() -> Void)?
  var onStop: [() -> Void] = []
  /// Closures that run once, at the end of the current turn.
  var atEnd: [() -> Void] = []
  /// True after the loop has ended: nothing is watched or scheduled any longer.
  var isOver = false
}
