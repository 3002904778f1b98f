import Bus
import ScheduleAPI
import ServiceShell

/// Commands that wait until a holiday calendar is read or a schedule calendar is written.
extension ScheduleReduction {
  /// Writes a calendar of the schedules in the scope of the command.
  mutating func calendar(_ operation: Operation, _ entries: [ScheduleEntry]) throws {
    let items = try entries.map { entry throws(BusError) in
      let subject = try Subject(entry.subject)
      return ScheduleCalendar.Item(
        entry: entry, saved: isVisible(subject, operation) ? state.saved[subject] : nil)
    }
    try wait(operation, for: .writing)
    effects.append(.write(operation.id, items, at: operation.at))
  }

  mutating func written(_ id: OperationID, _ reply: MakeScheduleCalendar.Reply) {
    guard let operation = state.commands.operation(id, waitingFor: .writing) else { return }
    attempt(operation) { reduction in
      reduction.finish(operation, .success(try MakeScheduleCalendar.encoded(reply)))
    }
  }

  /// Makes a command wait for a calendar. Calendars are slow, so separate threads read and write
  /// them, one at a time, and no scheduled time is late.
  ///
  /// - Throws: `busy` if too many commands are waiting.
  mutating func wait(
    _ operation: Operation, for step: ScheduleReducer.Step
  ) throws(BusError) {
    let waiting = state.commands.operations.values.filter { other in
      switch (other.step, step) {
      case (.waiting(.reading), .reading), (.waiting(.writing), .writing): true
      default: false
      }
    }
    guard waiting.count < ScheduleState.maxCalendars else {
      throw BusError(
        .busy, "\(waiting.count) calendars are already being prepared (the maximum); try again.",
        retryAfterMs: 1000)
    }
    // One person or tool of a team must not keep all others waiting.
    if let actor = operation.header.limitedActor {
      let own = waiting.count { $0.header.limitedActor == actor }
      guard own < ScheduleState.maxCalendarsPerActor else {
        throw BusError(
          .busy, "\(own) of your calendars are already being prepared (the maximum); try again.",
          retryAfterMs: 1000)
      }
    }
    state.commands.wait(operation.id, for: step)
  }
}
