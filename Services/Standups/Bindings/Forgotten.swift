import Bus
import Documents
import StandupsAPI

/// Meetings and standups whose data outside the standups service must be deleted along with an
/// erasure.
struct Forgotten {
  /// Meetings whose transcripts are erased.
  private(set) var meetings: Set<String> = []
  /// Finished meetings among them. For a live one, the transcription service is notified by other
  /// messages.
  private(set) var past: Set<String> = []
  /// Deleted standups.
  private(set) var standups: Set<String> = []

  init(_ decided: ChangesDecided) {
    for case .erase(let erasure) in decided.changes {
      if let meeting = erasure.meeting { meetings.insert(meeting) }
      // Only the deletion of a standup erases its meetings as well.
      if let standup = erasure.standup, erasure.keepsMeetings != true { standups.insert(standup) }
    }
    for event in decided.events where event.labels.type == MeetingErased.type {
      if let meeting = event.labels.meeting { past.insert(meeting) }
    }
    meetings.formUnion(past)
  }

  /// A standup that has moved to another cell.
  init(moved standup: String) { standups = [standup] }

  /// True for most changes: they erase nothing.
  var isEmpty: Bool { meetings.isEmpty && standups.isEmpty }

  /// Additional changes for the same transaction.
  var changes: [DocumentChange] {
    guard !isEmpty else { return [] }
    return DocumentKind.all.flatMap { kind -> [DocumentChange] in
      switch kind.erasure {
      case .mentioning?:
        meetings.union(standups).sorted().map {
          .deleteMentioning(collection: kind.collection, text: $0)
        }
      case .ofStandup?: standups.sorted().map { .delete(collection: kind.collection, id: $0) }
      case nil: []
      }
    }
  }

  /// Commands that notify services after the transaction. They are skipped for an unavailable
  /// service, which notices the erasure later.
  var commands: [any BusCommand] {
    isEmpty ? [] : Feature.all.flatMap { $0.erasureNotice?.commands(self) ?? [] }
  }
}

/// Documents that are deleted along with an erasure in the standups service.
enum DocumentErasure: Sendable {
  /// Those that mention an erased meeting or standup.
  case mentioning
  /// The one that has the id of an erased standup.
  case ofStandup
}

/// Commands that notify a service of erased meetings and standups.
struct ErasureNotice: Sendable {
  /// Type of the commands.
  let cause: any BusCommand.Type
  /// Creates the commands.
  let commands: @Sendable (Forgotten) -> [any BusCommand]

  /// Declares the commands, all of one type.
  init<Command: BusCommand>(_ commands: @escaping @Sendable (Forgotten) -> [Command]) {
    cause = Command.self
    self.commands = { forgotten in commands(forgotten).map { $0 as any BusCommand } }
  }

  /// Types of the commands of all features.
  static let causes: [any BusCommand.Type] = Feature.all.compactMap { $0.erasureNotice?.cause }
}
