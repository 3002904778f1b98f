import CZeroMQ
import Glibc
import Synchronization
import Threads

/// One thread that owns sockets, and a serial executor for the actors that use them.
///
/// The thread runs jobs in the order they came, timers when they are due, and a handler for each
/// socket or file descriptor that can be read; otherwise it waits in the kernel. In each turn due
/// timers come first, and each handler is called once, so that no peer can starve the others. An
/// actor runs on it with
///
///     nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
///
/// and its sockets are then confined to the thread by the compiler. Without an actor the same is
/// checked at run time. A loop runs until ``stop(within:)``; one that is never stopped never ends.
///
/// `@unchecked Sendable`: `core` is touched only by the thread whose id is in `owner`, which every
/// way to it checks; all else is constant, atomic, or behind the lock.
public final class SocketLoop: @unchecked Sendable {
  /// The name of the thread, as in `ps -L` (15 bytes are shown).
  public let name: String

  let inbox = Locked(LoopInbox())
  let descriptors: LoopDescriptors
  /// What calls for its turns instead of a thread; nil for a loop that has one.
  let driver: (any LoopDriver)?
  let core = LoopCore()
  /// The thread that runs this loop's work, as a number; 0 for none.
  private let owner = Atomic<UInt>(0)

  /// Creates the loop and starts its thread.
  /// - Throws: `resourceExhausted` when the process has no descriptors or threads left.
  public init(name: String) throws(ZeroMQError) {
    self.name = name
    driver = nil
    descriptors = try LoopDescriptors()
    guard startThread({ $0.runThread() }) else {
      throw ZeroMQError(errno: EAGAIN, during: .createLoop, about: name)
    }
  }

  /// Creates a loop without a thread: its turns come when the driver calls for them (``driveTurn()``).
  ///
  /// - Parameter driver: told when there is something to do; it must outlive the loop's work.
  package init(name: String, drivenBy driver: any LoopDriver) {
    self.name = name
    self.driver = driver
    descriptors = LoopDescriptors.none
  }

  // MARK: Where am I

  /// Whether the caller runs on this loop's thread.
  public var isCurrent: Bool { owner.load(ordering: .acquiring) == pthread_self() }

  /// Stops the program when the caller is not on this loop's thread: going on would be a data race.
  public func preconditionOnLoop(
    _ what: @autoclosure () -> String = "This", file: StaticString = #fileID, line: UInt = #line
  ) {
    precondition(
      isCurrent, "\(what()) belongs to the thread of the socket loop \"\(name)\".", file: file,
      line: line)
  }

  /// Whether the loop has come to its end.
  public var isStopped: Bool { inbox.withLock { $0.phase == .stopped } }

  // MARK: Work from anywhere

  /// Runs `body` on the loop's thread, after what was asked for before. Callable from any thread.
  ///
  /// After the end, bodies and jobs still run, one at a time, on a short-lived thread, so that no
  /// task waits for ever; the sockets are closed by then.
  public func async(_ body: @escaping @Sendable () -> Void) {
    add(.body(body))
  }

  /// Runs `body` at once where the caller is on the loop's thread; from elsewhere as `async` does.
  public func enter(_ body: @escaping @Sendable () -> Void) {
    if isCurrent { body() } else { async(body) }
  }

  /// Runs `body` on the loop's thread and returns what it returns.
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

  /// Has the next turn come: the thread may be waiting.
  func wake() {
    if let driver { driver.wake(self) } else { descriptors.signal() }
  }

  // MARK: Threads

  /// Does the work of this loop on the calling thread.
  func own(_ body: () -> Void) {
    let me = pthread_self()
    owner.store(me, ordering: .releasing)
    body()
    // Unless the next one, after this one's last work, has already begun.
    _ = owner.compareExchange(expected: me, desired: 0, ordering: .acquiringAndReleasing)
  }

  /// Starts a thread that keeps the loop alive while it runs; false when there is none to be had.
  func startThread(_ body: @escaping @Sendable (SocketLoop) -> Void) -> Bool {
    WorkerThread.start(name: name) { body(self) }
  }
}
