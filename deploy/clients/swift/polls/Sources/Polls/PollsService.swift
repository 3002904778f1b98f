public import StandupsBus

/// Polls: an outside service, which no part of Standups knows.
///
/// It answers its own commands, stores its polls as documents, publishes events under its own name, and leaves
/// everything else to the installation: what a result means for a standup, and where a countdown runs, is bound by
/// `STANDUPS_BINDINGS`.
public struct PollsService: Service {
  private let polls: StoredPolls
  private let delegate: any DelegateCaller

  /// - Parameter delegate: receives the delegate messages, including those of the store.
  public init(delegate: any DelegateCaller) {
    polls = StoredPolls(delegate: delegate)
    self.delegate = delegate
  }

  public var definition: ServiceDefinition {
    ServiceDefinition(
      name: "polls", commands: commands,
      delegates: StoreDialogue.messages + [PollDecided.self, PollClockNeeded.self])
  }

  private var commands: CommandTable {
    var table = CommandTable()
    table.on(OpenPoll.self) { try await open($0, causedBy: $1.header) }
    table.on(Vote.self) { command, call in
      try await change(causedBy: call.header) { try $0.vote(command) }
    }
    table.on(ClosePoll.self) { try await close($0, causedBy: $1.header) }
    table.on(TellPollTimeUp.self) { command, call in
      // A repeated report, or one about a poll that was closed in the meantime, changes nothing.
      _ = try await polls.change(causedBy: call.header) { try $0.close(clock: command.id) }
      return Done()
    }
    table.on(ListPollClocks.self) { _, _ in
      ListPollClocks.Reply(countdowns: try await polls.read().clocks)
    }
    return table
  }

  public func start() async throws {}
  public func drain() async {}
  public func journalChanged() async { await polls.forget() }

  private func change(
    causedBy cause: Header, _ decide: @escaping @Sendable (inout PollBook) throws -> Poll
  ) async throws -> Poll {
    guard let poll = try await polls.change(causedBy: cause, { try decide(&$0) }) else {
      throw BusError(.internal, "The change has no poll.")
    }
    return poll
  }

  private func open(_ command: OpenPoll, causedBy cause: Header) async throws -> Poll {
    let poll = try await change(causedBy: cause) { try $0.open(command) }
    guard let clock = try await polls.read().entry(poll.id)?.clock else { return poll }
    do {
      _ = try await delegate.tell(clock, causedBy: cause)
    } catch {
      _ = try await change(causedBy: cause) { book in
        book.remove(poll.id)
        return poll
      }
      throw error
    }
    return poll
  }

  private func close(_ command: ClosePoll, causedBy cause: Header) async throws -> Poll {
    let poll = try await polls.read().open(poll: command.id)
    if let standup = command.standup, let winner = poll.winner {
      // First, so that the poll stays open if the result cannot be noted.
      _ = try await delegate.tell(
        PollDecided(standup: standup, text: "\(poll.question) \(winner)"), causedBy: cause)
    }
    return try await change(causedBy: cause) { try $0.close(command.id) }
  }
}
