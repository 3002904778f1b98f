#if DEBUG || SIMULATION
  import Bus

  /// What the router's events are heard with: what is published comes in order, unless it is dropped.
  ///
  /// `@unchecked Sendable`: it is used on the machine's thread only.
  final class SubscriberPort: @unchecked Sendable {
    /// What comes.
    enum Item {
      case event(Publication)
      case beat(JournalHead)
      /// A tick, by the id of its event; whether it may come twice.
      case tick(String, isExcused: Bool)
    }

    let process: SimulatedProcess
    private let board: Switchboard
    private let take: @Sendable (Item) -> Void
    /// Only while it is connected anything comes.
    var isConnected = false
    private var next: Int64 = 0

    /// - Parameter take: takes what comes, on the process's loop.
    init(
      _ process: SimulatedProcess, _ board: Switchboard, _ take: @escaping @Sendable (Item) -> Void
    ) {
      self.process = process
      self.board = board
      self.take = take
      guard process.isAlive else { return }
      process.whenKilled { [self] in board.remove(self) }
      board.add(self)
    }

    func close() { board.remove(self) }

    /// The router publishes something.
    func send(_ item: Item) {
      guard isConnected else { return }
      if case .beat = item {} else if board.chance(board.droppedOfThousand) { return }
      next = max(next + 1, board.machine.now + board.delay())
      board.machine.after(next - board.machine.now) { [self] in
        guard isConnected else { return }
        process.perform { [self] in take(item) }
      }
    }
  }
#endif
