import Bus
import Threads

/// Receives commands over NATS on their subjects, and sends the replies.
final class NATSCommands: Sendable {
  private let executor: CommandExecutor
  private let listener: NATSListener
  private let metrics: CommandMetrics
  private let listening = Locked<Task<Void, Never>?>(nil)

  /// Creates the receiver without connecting.
  ///
  /// - Parameters:
  ///   - address: the NATS servers.
  ///   - executor: executes the commands.
  ///   - metrics: shows whether commands are received.
  ///   - changed: called on each change with the reason why no commands are received, or nil when
  ///     they are.
  /// - Throws: `NoThreadError`.
  init(
    _ address: NATSAddress, _ executor: CommandExecutor, _ metrics: CommandMetrics,
    changed: @escaping @Sendable (String?) -> Void
  ) throws {
    self.executor = executor
    self.metrics = metrics
    // Set below, before the listener can receive a request.
    let way = Locked<NATSListener?>(nil)
    listener = try NATSListener(address, cell: executor.cell) { request in
      executor.take(request) { reply, subject in
        await way.withLock { $0 }?.answer(reply, to: subject)
      }
    } changed: {
      changed($0.map(Self.sentence))
    }
    way.withLock { $0 = listener }
  }

  func start() {
    listening.withLock { task in
      task = Task { [listener] in await listener.listen() }
    }
  }

  /// Reason why no commands are received; nil while they are.
  var problem: String? {
    listener.problem.withLock { $0 }.map(Self.sentence)
  }

  private static func sentence(_ reason: String) -> String {
    "Cannot receive commands from NATS: \(reason)"
  }

  /// Updates the metrics with the current problem.
  func show() { metrics.show(isUp: problem == nil) }

  /// Stops receiving, and answers the commands in progress.
  func drain() async {
    listening.withLock { $0?.cancel() }
    await listener.stopListening()
    await executor.close()
    await listener.close()
  }
}
