import Bus
import Documents
import FastJSON
import ServiceShell

extension ScheduleReducer {
  /// A change of saved state.
  enum Change: LaneChange {
    case put(Subject, SavedSchedule)
    case remove(Subject)
    /// Erases removed content, because the URL of a calendar that is no longer used may be secret.
    case erase

    func document() throws -> DocumentChange {
      switch self {
      case .put(let subject, let schedule): .put(try schedule.document(of: subject))
      case .erase: .erase(.removed)
      case .remove(let subject): .delete(collection: SavedSchedule.collection, id: subject.name)
      }
    }
  }
}

/// Loads the saved state at the start, and changes it when a command is durable.
extension ScheduleReduction {
  mutating func read(_ document: Document) {
    let subject = Subject(id: document.id)
    do {
      state.saved[subject] = try document.value(as: SavedSchedule.self)
    } catch {
      // A later version may have written it.
      state.saved.unreadable.insert(subject)
      log(.error, "Cannot read the schedule of “\(document.id)”; left unchanged: \(error)")
    }
  }

  mutating func allIsRead() {
    log(.info, "Loaded. Schedules: \(state.saved.subjects.count).")
    for subject in state.saved.subjects { plan(subject) }
    // The clock may have been set back while the service was stopped, so check schedules that are
    // settled beyond the present.
    let now = reducer.now
    for subject in state.saved.subjects where (state.saved[subject]?.settledMs ?? now) > now {
      state.agenda.set(subject, to: now)
    }
    beginChecking()
  }

  /// The changes that save a schedule. If it belongs to another team now, or its saved team is
  /// unknown, its document is removed first: the store rejects a document that replaces one of
  /// another team.
  func saving(_ schedule: SavedSchedule, of subject: Subject) -> [ScheduleReducer.Change] {
    let isMoved =
      state.saved[subject].map { $0.teamID != schedule.teamID }
      ?? state.saved.unreadable.contains(subject)
    return (isMoved ? [.remove(subject)] : []) + [.put(subject, schedule)]
  }

  mutating func apply(_ change: ScheduleReducer.Change, of operation: Operation) {
    switch change {
    case .put(let subject, let schedule):
      state.saved.unreadable.remove(subject)
      state.saved[subject] = schedule
    case .remove(let subject):
      state.saved.unreadable.remove(subject)
      state.saved[subject] = nil
    case .erase: break
    }
  }

  mutating func ended(_ operation: Operation, _ result: Result<RawJSON, BusError>) {
    guard let subject = operation.command.lane else { return }
    if operation.caller == nil, case .failure = result,
      (state.retries[subject] ?? .min) <= reducer.now
    {
      // A failed command is not retried immediately.
      state.retries[subject] = reducer.now + 5 * Self.reportRetryMs
    }
    plan(subject)
  }
}
