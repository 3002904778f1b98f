#if DEBUG || SIMULATION
  import StandupsAPI

  /// Compares the replies to clients with the journal.
  enum HistoryChecker {
    /// Contradictions between replies and the journal. It is called at the end of a run, when no
    /// command is pending.
    ///
    /// - Parameters:
    ///   - history: the commands and their replies.
    ///   - titles: the revisions of each title in the whole journal.
    ///   - effects: the number of events of each type in the whole journal, by the id of the command from which they
    ///     result.
    static func findings(
      _ history: History, titles: [String: [Int]], effects: [String: [String: Int]] = [:],
      atMs nowMs: Int64
    ) -> [Finding] {
      var findings: [Finding] = []
      func found(_ invariant: Invariant, _ details: String) {
        findings.append(Finding(invariant: invariant, details: details, atMs: nowMs))
      }
      var keys: [String] = []
      var sendings: [String: [History.Entry]] = [:]
      for entry in history.entries {
        if sendings[entry.key] == nil { keys.append(entry.key) }
        sendings[entry.key, default: []].append(entry)
      }
      for key in keys {
        guard let entries = sendings[key], let first = entries.first else { continue }
        let acknowledged = entries.compactMap { entry -> Int?? in
          if case .acknowledged(let revision) = entry.outcome { revision } else { nil }
        }
        if entries.contains(where: { $0.outcome == .pending }) {
          found(.answersCome, "“\(key)” was never answered.")
        }
        if Set(acknowledged).count > 1 {
          found(.doneOnce, "“\(key)” was answered differently when it came again: \(acknowledged).")
        }
        if let refusal = refusalAfterDone(entries) {
          found(
            .refusedIsNotDone, "“\(key)” was done, and was refused when it came again: \(refusal)")
        }
        if let types = first.what.effects {
          let count = entries.reduce(0) { count, entry in
            count + types.reduce(0) { $0 + (effects[entry.id]?[$1] ?? 0) }
          }
          if count > 1 { found(.doneOnce, "“\(key)” has \(count) events.") }
          if count == 0, !acknowledged.isEmpty, first.what.alwaysHasAnEffect {
            found(.acknowledgedIsKept, "“\(key)” was acknowledged, and has no event.")
          }
          if count > 0, entries.allSatisfy({ $0.outcome.isRefusal }) {
            found(.refusedIsNotDone, "“\(key)” was refused, and has an event.")
          }
        }
        guard let title = first.what.title else { continue }
        let written = titles[title] ?? []
        if written.count > 1 { found(.doneOnce, "“\(title)” was done \(written.count) times.") }
        if let revision = acknowledged.first {
          if written.isEmpty {
            found(.acknowledgedIsKept, "“\(title)” was acknowledged, and is not in the journal.")
          } else if let revision, revision != written[0] {
            found(
              .acknowledgedIsKept,
              "“\(title)” was acknowledged as revision \(revision), and is revision \(written[0]).")
          }
        }
        if !written.isEmpty, entries.allSatisfy({ $0.outcome.isRefusal }) {
          found(.refusedIsNotDone, "“\(title)” was refused, and is in the journal.")
        }
      }
      return findings
    }

    /// Returns the reason for the rejection of a command that had been acknowledged before;
    /// otherwise nil.
    private static func refusalAfterDone(_ entries: [History.Entry]) -> String? {
      for entry in entries {
        guard case .refused(let why) = entry.outcome else { continue }
        let isDone = entries.contains { other in
          guard case .acknowledged = other.outcome, let answered = other.answeredMs else {
            return false
          }
          return answered <= entry.sentMs
        }
        if isDone { return why }
      }
      return nil
    }
  }

  extension History.Outcome {
    var isRefusal: Bool {
      if case .refused = self { true } else { false }
    }
  }

  extension History.What {
    /// The types of the events of which a command emits at most one; nil if they are not counted.
    var effects: [String]? {
      switch self {
      case .write: [UpdateWritten.type]
      case .unwrite: [UpdateRemoved.type]
      case .reorder: [MeetingAgendaChanged.type]
      case .undo: [MeetingUndone.type, MeetingReopened.type]
      default: nil
      }
    }

    /// False if the command is also acknowledged if it changes nothing, such as a new order after the turn.
    var alwaysHasAnEffect: Bool {
      if case .reorder = self { false } else { true }
    }

    /// Title or note that the command writes, which is unique to the command.
    var title: String? {
      switch self {
      case .create(_, let title), .edit(_, let title), .note(_, let title): title
      default: nil
      }
    }
  }
#endif
