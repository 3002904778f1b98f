import Bus
import FocusAPI
import ServiceShell

/// Notifications of the composition root about clocks. A notification contains the state at the
/// time when it is sent. Only one message about a person is in progress at a time, so that its
/// order is preserved.
struct ClockNotifications: Hashable, Sendable {
  /// People whose clocks changed since the last notification about them.
  var pending: [Person] = []
  /// Headers of the commands that changed the clocks.
  var causes: [Person: Header] = [:]
  /// People with a notification in progress. The value is true if the notification is outdated.
  var inProgress: [Person: Bool] = [:]
  /// Number of messages in progress.
  var messages = 0
}

/// Requests the timer's work for running focus sessions.
///
/// The saved state is authoritative, and no change waits for the timer. A timer that was
/// unavailable requests its work when it returns, and a failed notification is repeated.
extension FocusReduction {
  /// Maximum number of clocks in one message.
  private static let maxInMessage = 200
  /// Maximum number of messages in progress.
  private static let maxMessages = 4
  /// Maximum delay before the timer is notified again of a clock whose end it reported too early,
  /// in milliseconds.
  static let clockRetryMs: Int64 = 200

  /// Notifies the composition root of changed clocks, up to the limit of messages in progress.
  mutating func notifyClocks() {
    guard state.commands.isOpen else { return }
    while !state.clocks.pending.isEmpty, state.clocks.messages < Self.maxMessages {
      let part = state.clocks.pending.prefix(Self.maxInMessage)
      state.clocks.pending.removeFirst(part.count)
      notify(part)
    }
  }

  private mutating func notify(_ people: ArraySlice<Person>) {
    var running: [Person] = []
    var causes: [Header?] = []
    var clocks: [FocusClock] = []
    for person in people {
      guard state.clocks.inProgress[person] == nil else {
        state.clocks.inProgress[person] = true
        continue
      }
      state.clocks.inProgress[person] = false
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
    // A message about several clocks has no single cause.
    let cause = causes.count == 1 ? causes[0] : nil
    effects.append(.needClocks(running, FocusClocksNeeded(clocks: clocks), cause))
  }

  mutating func notified(_ people: [Person], _ result: Result<Done, BusError>) {
    state.clocks.messages -= 1
    let changed = people.filter { state.clocks.inProgress.removeValue(forKey: $0) == true }
    state.clocks.pending += changed
    guard case .failure(let error) = result else { return }
    log(
      .warning,
      "Could not update the timers of focus sessions (\(people.count)); retrying: \(error)"
    )
    effects.append(.wait(ms: error.resendMs, then: .clocksDue(people)))
  }

  /// Returns a page of running focus sessions with their clocks.
  func running(_ after: Person?, _ limit: Int) -> GetRunningFocus.Reply {
    let page = state.saved.running.page(after: after, limit: limit)
    let clocks = page.ids.compactMap { person in
      state.saved[person].run.map {
        FocusClock(person: person.name, durationMs: $0.durationMs, clock: $0.clock)
      }
    }
    return GetRunningFocus.Reply(clocks: clocks, next: page.next?.name)
  }
}
