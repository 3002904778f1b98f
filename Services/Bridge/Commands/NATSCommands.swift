import Bus
import Threads

/// Commands over NATS: what comes on its subjects is done, and answered there.
final class NATSCommands: Sendable {
  private let desk: CommandDesk
  private let listener: NATSListener
  private let metrics: CommandMetrics
  private let listening = Locked<Task<Void, Never>?>(nil)

  /// - Parameters:
  ///   - address: where NATS is.
  ///   - desk: does them.
  ///   - metrics: shows whether they are heard.
  ///   - changed: hears why none is heard whenever that changes, and nil when they are.
  /// - Throws: `NoThreadError`.
  init(
    _ address: NATSAddress, _ desk: CommandDesk, _ metrics: CommandMetrics,
    changed: @escaping @Sendable (String?) -> Void
  ) throws {
    self.desk = desk
    self.metrics = metrics
    // The listener is there before anything is heard.
    let way = Locked<NATSListener?>(nil)
    listener = try NATSListener(address, cell: desk.cell) { request in
      desk.take(request) { reply, subject in
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

  /// Why none is heard; nil while they are.
  var problem: String? {
    listener.problem.withLock { $0 }.map(Self.sentence)
  }

  private static func sentence(_ reason: String) -> String {
    "Cannot receive commands from NATS: \(reason)"
  }

  /// Shows whether they are heard.
  func show() { metrics.show(isUp: problem == nil) }

  /// Hears no more, and answers what is under way.
  func drain() async {
    listening.withLock { $0?.cancel() }
    await listener.stopListening()
    await desk.close()
    await listener.close()
  }
}
