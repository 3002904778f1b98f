import CZeroMQ
import Glibc
import Synchronization
import Threads

/// A thread that owns sockets, and a serial executor for the actors that use them.
///
/// The thread runs jobs in order of arrival, timers when they are due, and a handler for each
/// socket or file descriptor that is readable; otherwise it waits in the kernel. In each turn, due
/// timers come first, and each handler is called once, so that no peer can starve the others. An
/// actor runs on the loop with
///
/// ```swift
/// nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
/// ```
///
/// The compiler then confines its sockets to the thread. Without an actor, the same is checked at
/// run time. A loop runs until ``stop(within:)`` is called; otherwise it never ends.
///
/// `@unchecked Sendable`: `core` is used only by the thread whose id is in `owner`, which each
/// access checks; everything else is constant, atomic, or behind the lock.
public final class SocketLoop: @unchecked Sendable {
  /// The name of the thread, as in `ps -L` (15 bytes are shown).
  public let name: String

  let inbox = Locked(LoopInbox())
  let descriptors: LoopDescriptors
  /// The driver that starts the loop's turns; nil for a loop with its own thread.
  let driver: (any LoopDriver)?
  let core = LoopCore()
  /// The id of the thread that runs this loop's work; 0 for none.
  private let owner = Atomic<UInt>(0)

  /// Creates the loop and starts its thread.
  /// - Throws: `resourceExhausted` if the process has no descriptors or threads left.
  public init(name: String) throws(ZeroMQError) {
    self.name = name
    driver = nil
    descriptors = try LoopDescriptors()
    guard startThread({ $0.runThread() }) else {
      throw ZeroMQError(errno: EAGAIN, during: .createLoop, about: name)
    }
  }

  /// Creates a loop without a thread: the driver starts its turns (``driveTurn()``).
  ///
  /// - Parameter driver: notified when the loop has work; must exist for as long as the loop has
  ///   work.
  package init(name: String, drivenBy driver: any LoopDriver) {
    self.name = name
    self.driver = driver
    descriptors = LoopDescriptors.none
  }

  // MARK: Isolation

  /// True if the caller runs on this loop's thread.
  public var isCurrent: Bool { owner.load(ordering: .acquiring) == pthread_self() }

  /// Stops the program if the caller is not on this loop's thread, because continuing would be a
  /// data race.
  public func preconditionOnLoop(
    _ what: @autoclosure () -> String = "This", file: StaticString = #fileID, line: UInt = #line
  ) {
    precondition(
      isCurrent, "\(what()) belongs to the thread of the socket loop \"\(name)\".", file: file,
      line: line)
  }

  /// True if the loop has ended.
  public var isStopped: Bool { inbox.withLock { $0.phase == .stopped } }

  // MARK: Work from any thread

  /// Runs `body` on the loop's thread, after everything that was enqueued before. May be called on
  /// any thread.
  ///
  /// After the loop has ended, bodies and jobs still run, one at a time, on a short-lived thread,
  /// so that no task waits forever; the sockets are closed by then.
  public func async(_ body: @escaping @Sendable () -> Void) {
    add(.body(body))
  }

  /// Runs `body` immediately if the caller is on the loop's thread; otherwise like `async`.
  public func enter(_ body: @escaping @Sendable () -> Void) {
    if isCurrent { body() } else { async(body) }
  }

  /// Runs `body` on the loop's thread and returns its result.
  public func run<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      self.async {
        do throws(Failure) {
          continuation.resume(returning: .success(try body()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }

  func add(_ entry: LoopInbox.Entry) {
    switch inbox.withLock({ $0.add(entry) }) {
    case .nothing: break
    case .wake: wake()
    case .startTail: startTail()
    }
  }

  /// Starts the next turn, because the thread may be waiting.
  func wake() {
    if let driver { driver.wake(self) } else { descriptors.signal() }
  }

  // MARK: Threads

  /// Runs the work of this loop on the calling thread.
  func own(_ body: () -> Void) {
    let me = pthread_self()
    owner.store(me, ordering: .releasing)
    body()
    // If another thread has taken over in the meantime, its id remains.
    _ = owner.compareExchange(expected: me, desired: 0, ordering: .acquiringAndReleasing)
  }

  /// Starts a thread that keeps the loop alive while it runs; returns false if the system provides
  /// no thread.
  func startThread(_ body: @escaping @Sendable (SocketLoop) -> Void) -> Bool {
    WorkerThread.start(name: name) { body(self) }
  }
}
