#if DEBUG || SIMULATION
  import Bus

  /// Receiving end of the router's events, which arrive in order unless they are dropped.
  ///
  /// `@unchecked Sendable`: it is used on the machine's thread only.
  final class SubscriberPort: @unchecked Sendable {
    /// A received item.
    enum Item {
      case event(Publication)
      case beat(JournalHead)
      /// A tick, by the id of its event, and whether a duplicate is allowed.
      case tick(String, isExcused: Bool)
    }

    let process: SimulatedProcess
    private let board: Switchboard
    private let take: @Sendable (Item) -> Void
    /// True if the subscriber is connected. Items arrive only if it is.
    var isConnected = false
    private var next: Int64 = 0

    /// Creates the receiving end.
    ///
    /// - Parameter take: called with each item, on the process's loop.
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

    /// Delivers a published item.
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
