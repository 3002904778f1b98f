import Bus

/// Reads holidays when a schedule is set and, if they have a URL, daily. If reading fails, or if no
/// meeting day would remain, the previous holidays stay, and the URL is read again after an hour.
extension ScheduleReduction {
  /// Reads the holidays again, if that is due.
  mutating func beginReading(_ saved: SavedSchedule, at now: Int64) {
    guard let holidays = saved.holidays, let source = holidays.source, let due = holidays.dueMs,
      due <= now,
      state.reading.insert(source).inserted
    else { return }
    effects.append(.read(.refresh(source), source, from: now))
  }

  /// Handles holidays that were read, or the failure.
  mutating func read(
    _ purpose: ReadingPurpose, _ result: Result<HolidayCalendar.Contents, BusError>
  ) {
    switch purpose {
    case .refresh(let source):
      state.reading.remove(source)
      if case .failure(let error) = result {
        log(.warning, "Could not read the holidays again; keeping the last ones: \(error.message)")
      }
      guard state.commands.isOpen else { return }
      for subject in state.saved.subjects where state.saved[subject]?.holidays?.source == source {
        start(.refresh(subject, source, result))
      }
    case .command(let id):
      guard let operation = state.commands.operations[id],
        case .waiting(.reading) = operation.step,
        case .set(let subject, let new) = operation.command
      else { return }
      attempt(operation) { reduction in
        let now = reduction.reducer.now
        let contents = try result.get()
        if let name = contents.missing.first {
          throw HolidayCalendar.wrong("has no all-day event called “\(name)”")
        }
        let holidays = SavedHolidays(
          url: new.holidays?.url, days: contents.off, observances: contents.observances,
          choice: new.holidays?.choice ?? HolidayChoice(), readMs: now, triedMs: now,
          isLocal: new.holidays?.url != nil && operation.header.via == nil ? true : nil)
        reduction.ask(operation, subject, holidays)
      }
    }
  }

  /// Applies holidays that were read again.
  mutating func refresh(
    _ operation: Operation, _ subject: Subject, _ source: HolidaySource,
    _ result: Result<HolidayCalendar.Contents, BusError>
  ) throws {
    // The schedule may have other holidays by now, or none.
    guard var saved = state.saved[subject], var holidays = saved.holidays,
      holidays.source == source
    else {
      return finish(operation, .success(.emptyObject))
    }
    holidays.triedMs = operation.at
    switch result {
    case .success(let contents):
      var read = holidays
      (read.days, read.observances) = (contents.off, contents.observances)
      (read.readMs, read.problem) = (operation.at, nil)
      var changed = saved
      changed.holidays = read
      guard changed.next != nil else {
        holidays.problem = Self.noDayLeft.message
        break
      }
      // Days that have been skipped remain skipped, regardless of the new calendar.
      if saved.dueReport(at: operation.at, graceMs: reducer.graceMs) == nil {
        saved.settledMs = operation.at
      }
      holidays = read
    case .failure(let error):
      holidays.problem = error.message
    }
    saved.holidays = holidays
    try commit(operation, [.put(subject, saved)], reply: .emptyObject)
  }
}
