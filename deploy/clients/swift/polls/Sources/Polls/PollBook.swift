import StandupsBus
import StandupsContracts

/// The polls, in memory.
actor PollBook {
  private struct Entry {
    var poll: Poll
    var clock: PollClockNeeded?
  }

  private var entries: [String: Entry] = [:]
  private var count = 0

  func open(_ command: OpenPoll) throws -> (Poll, PollClockNeeded?) {
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
    return (poll, clock)
  }

  func vote(_ vote: Vote) throws -> Poll {
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

  func close(_ id: String) throws -> Poll {
    var poll = try open(poll: id)
    poll.isOpen = false
    entries[id] = Entry(poll: poll)
    return poll
  }

  /// Closes the poll of a countdown.
  ///
  /// - Returns: nil if no open poll has it.
  func close(clock id: String) -> Poll? {
    entries.values.first { $0.clock?.id == id }.flatMap { try? close($0.poll.id) }
  }

  func remove(_ id: String) { entries[id] = nil }

  /// The countdowns that should run.
  var clocks: [PollClockNeeded] { entries.values.compactMap(\.clock) }
}
