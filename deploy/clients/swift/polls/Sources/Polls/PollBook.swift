import StandupsBus
import StandupsContracts

/// The polls: a value, so that a change can be stored before it counts.
struct PollBook: Sendable {
  /// A poll as it is stored.
  struct Entry: Codable, Sendable {
    var poll: Poll
    /// The countdown that should run; absent if the poll has none, or is closed.
    var clock: PollClockNeeded?
  }

  private var entries: [String: Entry] = [:]
  private var count: Int64 = 0

  /// Adds a stored poll.
  mutating func restore(_ entry: Entry) {
    entries[entry.poll.id] = entry
    count = max(count, Int64(entry.poll.id) ?? 0)
  }

  /// The poll as it is stored.
  func entry(_ id: String) -> Entry? { entries[id] }

  mutating func open(_ command: OpenPoll) throws -> Poll {
    guard (1...200).contains(command.question.count), (2...10).contains(command.choices.count) else {
      throw BusError(
        .invalid, "Invalid poll; expected a question of 1 to 200 characters, and 2 to 10 choices.")
    }
    count += 1
    let poll = Poll(
      id: "\(count)", question: command.question, choices: command.choices,
      votes: command.choices.map { _ in 0 })
    let clock = command.durationMs.map { durationMs in
      PollClockNeeded(
        id: "polls/\(poll.id)", durationMs: durationMs,
        resuming: StartCountdown.Resumption(
          clock: CountdownClock(elapsedMs: 0, at: ClockReader.live(), isRunning: true),
          announcedSpeaker: 0))
    }
    entries[poll.id] = Entry(poll: poll, clock: clock)
    return poll
  }

  mutating func vote(_ vote: Vote) throws -> Poll {
    var poll = try open(poll: vote.id)
    guard let index = poll.choices.firstIndex(of: vote.choice) else {
      throw BusError(
        .invalid,
        "Invalid choice “\(vote.choice)”; expected one of \(poll.choices.joined(separator: ", ")).")
    }
    poll.votes[index] += 1
    entries[vote.id]?.poll = poll
    return poll
  }

  /// The poll, if it is open.
  func open(poll id: String) throws -> Poll {
    guard let poll = entries[id]?.poll else {
      throw BusError(.notFound, "Unknown poll “\(id)”.")
    }
    guard poll.isOpen else { throw BusError(.conflict, "The poll “\(id)” is closed.") }
    return poll
  }

  mutating func close(_ id: String) throws -> Poll {
    var poll = try open(poll: id)
    poll.isOpen = false
    entries[id] = Entry(poll: poll)
    return poll
  }

  /// Closes the poll of a countdown.
  ///
  /// - Returns: nil if no open poll has it.
  mutating func close(clock id: String) throws -> Poll? {
    guard let entry = entries.values.first(where: { $0.clock?.id == id }) else { return nil }
    return try close(entry.poll.id)
  }

  mutating func remove(_ id: String) { entries[id] = nil }

  /// The countdowns that should run.
  var clocks: [PollClockNeeded] { entries.values.compactMap(\.clock) }
}
