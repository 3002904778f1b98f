public import StandupsBus

/// Polls: an outside service, which no part of Standups knows.
///
/// It answers its own commands, publishes events under its own name, and leaves everything else to the installation: what
/// a result means for a standup, and where a countdown runs, is bound by `STANDUPS_BINDINGS`. Polls are in memory; they
/// are lost when the service ends.
public struct PollsService: Service {
  private let book = PollBook()
  private let delegate: any DelegateCaller
  private let events: any CommandCaller

  /// - Parameters:
  ///   - delegate: receives the delegate messages.
  ///   - events: the connection on which the service is registered, for `events.publish`.
  public init(delegate: any DelegateCaller, events: any CommandCaller) {
    self.delegate = delegate
    self.events = events
  }

  public var definition: ServiceDefinition {
    ServiceDefinition(
      name: "polls", commands: commands, delegates: [PollDecided.self, PollClockNeeded.self])
  }

  private var commands: CommandTable {
    var table = CommandTable()
    table.on(OpenPoll.self) { try await open($0, causedBy: $1.header) }
    table.on(Vote.self) { command, _ in try await book.vote(command) }
    table.on(ClosePoll.self) { try await close($0, causedBy: $1.header) }
    table.on(TellPollTimeUp.self) { command, _ in
      // A repeated report, or one about a poll that was closed in the meantime, changes nothing.
      if let poll = await book.close(clock: command.id) { try await publish(poll) }
      return Done()
    }
    table.on(ListPollClocks.self) { _, _ in ListPollClocks.Reply(countdowns: await book.clocks) }
    return table
  }

  public func start() async throws {}
  public func drain() async {}

  private func open(_ command: OpenPoll, causedBy cause: Header) async throws -> Poll {
    let (poll, clock) = try await book.open(command)
    guard let clock else { return poll }
    do {
      _ = try await delegate.tell(clock, causedBy: cause)
    } catch {
      await book.remove(poll.id)
      throw error
    }
    return poll
  }

  private func close(_ command: ClosePoll, causedBy cause: Header) async throws -> Poll {
    let poll = try await book.open(poll: command.id)
    if let standup = command.standup, let winner = poll.winner {
      // First, so that the poll stays open if the result cannot be noted.
      _ = try await delegate.tell(
        PollDecided(standup: standup, text: "\(poll.question) \(winner)"), causedBy: cause)
    }
    let closed = try await book.close(command.id)
    try await publish(closed)
    return closed
  }

  private func publish(_ poll: Poll) async throws {
    let data = try RawJSON(encoding: PollClosed(question: poll.question, winner: poll.winner))
    _ = try await events.send(
      PublishEvents(events: [EventDraft(type: PollClosed.type, subject: poll.id, data: data)]))
  }
}
