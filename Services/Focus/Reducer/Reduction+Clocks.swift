import Bus
import FocusAPI

/// What the timer should be doing for those that run.
///
/// What is saved is the truth, and no change waits for the timer. A timer that is away asks when it is
/// back; what could not be told is told again.
extension Reduction {
  /// How many clocks go into one message.
  private static let maxInMessage = 200
  /// From how many messages on no more are begun.
  private static let maxMessages = 4
  static let beforeClockIsToldAgainMs: Int64 = 200

  /// Tells the parent of clocks, where there is room.
  mutating func tellClocks() {
    guard state.commands.isOpen else { return }
    while !state.clocks.untold.isEmpty, state.clocks.messages < Self.maxMessages {
      let part = state.clocks.untold.prefix(Self.maxInMessage)
      state.clocks.untold.removeFirst(part.count)
      tell(part)
    }
  }

  private mutating func tell(_ people: ArraySlice<Person>) {
    var running: [Person] = []
    var causes: [Header?] = []
    var clocks: [FocusClock] = []
    for person in people {
      guard state.clocks.telling[person] == nil else {
        state.clocks.telling[person] = true
        continue
      }
      state.clocks.telling[person] = false
      let cause = state.clocks.causes.removeValue(forKey: person)
      if let run = state.saved[person].run {
        running.append(person)
        causes.append(cause)
        clocks.append(
          FocusClock(person: person.name, durationMs: run.durationMs, clock: run.clock))
      } else {
        state.clocks.messages += 1
        effects.append(.stopClock(person, cause))
      }
    }
    guard !running.isEmpty else { return }
    state.clocks.messages += 1
    // Of many at once nobody can say which of them led to it.
    let cause = causes.count == 1 ? causes[0] : nil
    effects.append(.needClocks(running, FocusClocksNeeded(clocks: clocks), cause))
  }

  mutating func told(_ people: [Person], _ result: Result<Done, BusError>) {
    state.clocks.messages -= 1
    let changed = people.filter { state.clocks.telling.removeValue(forKey: $0) == true }
    state.clocks.untold += changed
    guard case .failure(let error) = result else { return }
    log(
      .warning,
      "Could not update the timers of focus sessions (\(people.count)); retrying: \(error)"
    )
    effects.append(.wait(ms: error.retryable ? 1000 : 10_000, then: .clocksDue(people)))
  }

  /// A page of those that run, and what they need.
  func running(_ after: Person?, _ limit: Int) -> GetRunningFocus.Reply {
    // One more than fits tells whether there is a next page.
    let rest = state.saved.running.ids(after: after, limit: limit + 1)
    let page = rest.prefix(limit)
    let clocks = page.compactMap { person in
      state.saved[person].run.map {
        FocusClock(person: person.name, durationMs: $0.durationMs, clock: $0.clock)
      }
    }
    return GetRunningFocus.Reply(
      clocks: clocks, next: page.count < rest.count ? page.last?.name : nil)
  }
}
