import ServiceShell
import Standups

/// The changes of an action, for `--print-changes`: names and ids, without transcripts.
enum PrintedChanges {
  static func lines(
    for action: StandupsAction, from before: StandupsState, to after: StandupsState
  ) -> [String] {
    var lines = [name(of: action)]
    if before.phase != after.phase { lines.append("  phase: \(name(of: after.phase))") }
    lines += standups(before.saved, after.saved) + sessions(before.saved, after.saved)
    if before.saved.destination != after.saved.destination {
      let destination = after.saved.destination.map { _ in "alert" } ?? "none"
      lines.append("  destination: \(destination)")
    }
    lines += operations(before, after)
    if before.waiting.count != after.waiting.count {
      lines.append("  waiting: \(before.waiting.count) → \(after.waiting.count)")
    }
    return lines
  }

  static func name(of action: StandupsAction) -> String {
    switch action {
    case .received(_, let command, _): "received \(command.name)"
    case .committed(let id, let result): "committed #\(id)\(result.printedFailure)"
    case .documents(let id, let result): "documents #\(id)\(result.printedFailure)"
    case .found(let id, let result): "found #\(id)\(result.printedFailure)"
    case .teamFound(let id, let result): "team found #\(id)\(result.printedFailure)"
    case .peopleFound(let id, let result): "people found #\(id)\(result.printedFailure)"
    case .authorization(let id, let result): "authorization #\(id)\(result.printedFailure)"
    case .ended(let id, let result): "ended #\(id)\(result.printedFailure)"
    case .lastWords(let id, let result): "lastWords \(id)\(result.printedFailure)"
    case .worked(let meetings, _, let result): "worked of \(meetings.count)\(result.printedFailure)"
    case .shared(let result): "shared\(result.printedFailure)"
    case .loaded(let result): "loaded\(result.printedFailure)"
    case .discarded(let id, let result): "discarded \(id)\(result.printedFailure)"
    case .recordingStopped(let id, let result): "recordingStopped \(id)\(result.printedFailure)"
    case .releaseDue(let id): "releaseDue \(id)"
    case .retryCommit(let id): "retryCommit #\(id)"
    case .replyFound(let id, let result): "replyFound #\(id)\(result.printedFailure)"
    case .forgetDue(let words, let after):
      "forgetDue of \(words) after \(after ?? "the beginning")"
    case .overdue: "overdue"
    case .syncDue(let meetings, _): "syncDue of \(meetings.count)"
    case .importDue(let id): "importDue \(id)"
    case .importIdle(let id, _): "importIdle \(id)"
    case .start: "start"
    case .retryLoading: "retryLoading"
    case .drain: "drain"
    }
  }

  private static func name(of phase: StandupsState.Phase) -> String {
    switch phase {
    case .idle: "idle"
    case .loading(let loading): "loading \(loading.part)"
    case .ready: "ready"
    }
  }

  private static func standups(_ before: Saved, _ after: Saved) -> [String] {
    // Standups that were only read or evicted are unchanged; the number of standups is then the
    // same.
    var lines = after.recent.compactMap { record in
      switch before.recent[record.id] {
      case nil: after.count > before.count ? "  + standup \(record.id)" : nil
      case let old?: old == record ? nil : "  ~ standup \(record.id)"
      }
    }
    if after.count < before.count {
      lines += before.recent.filter { after.recent[$0.id] == nil }.map { "  - standup \($0.id)" }
    }
    return lines.sorted()
  }

  private static func sessions(_ before: Saved, _ after: Saved) -> [String] {
    let gone = before.sessions.filter { !after.sessions.contains(id: $0.id) }
    return gone.map { "  - session \($0.id)" }
      + after.sessions.compactMap { new in
        guard let old = before.sessions[id: new.id] else { return "  + session \(new.id)" }
        guard old != new else { return nil }
        return "  ~ session \(new.id): " + members(old, new).joined(separator: ", ")
      }
  }

  private static func members(_ old: MeetingSession, _ new: MeetingSession) -> [String] {
    var members: [String] = []
    if old.speakerIndex != new.speakerIndex {
      members.append("speaker \(old.speakerIndex) → \(new.speakerIndex)")
    }
    if old.clock != new.clock {
      members.append(
        "clock \(new.clock.isRunning ? "runs" : "held") at \(new.clock.elapsedMs) ms")
    }
    if old.destination != new.destination {
      members.append("destination \(new.alert?.name.rawValue ?? "none")")
    }
    if old.isRecording != new.isRecording { members.append("recording \(new.isRecording)") }
    if old.segments.count != new.segments.count {
      members.append("segments \(old.segments.count) → \(new.segments.count)")
    }
    return members
  }

  private static func operations(_ before: StandupsState, _ after: StandupsState) -> [String] {
    let ids = Set(before.operations.keys).union(after.operations.keys).sorted()
    return ids.compactMap { id in
      switch (before.operations[id], after.operations[id]) {
      case (nil, let new?): "  + #\(id) \(new.command.name): \(new.step.name)"
      case (let old?, nil): "  - #\(id) \(old.command.name)"
      case (let old?, let new?) where old.step != new.step: "  ~ #\(id): \(new.step.name)"
      default: nil
      }
    }
  }
}

extension Operation.Step {
  /// Name of the case, for logs.
  var name: String { String(String(describing: self).prefix { $0 != "(" }) }
}
