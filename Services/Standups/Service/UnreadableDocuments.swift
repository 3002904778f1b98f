import Bus
import Documents
import Standups
import StandupsAPI

/// A document on disk that cannot be read.
struct UnreadableDocument: Hashable, Sendable {
  let collection: String
  let id: String
  /// The parent in the collection.
  var parent: String?
  /// The standup that it belongs to, if known.
  var standup: Standup.ID?

  /// Display name.
  var name: String { "\(collection)/\(id)" }

  /// The live meeting that it is a part of.
  var meeting: Meeting.ID? {
    switch collection {
    case Collection.sessions, Collection.states: Meeting.ID(id)
    case Collection.lines: parent.flatMap { Meeting.ID($0) }
    default: nil
    }
  }
}

extension UnreadableDocument {
  /// The past meeting that the document contains; nil for other documents.
  var pastMeeting: DeleteMeeting? {
    guard collection == Collection.meetings, let id = Meeting.ID(id),
      let standup = parent.flatMap({ Standup.ID($0) })
    else { return nil }
    return DeleteMeeting(standup: standup, meeting: id)
  }

  /// The standup whose follow-up, written updates or discarded meeting the document contains; nil for
  /// other documents.
  var followedUp: Standup.ID? {
    [Collection.followUps, Collection.updates, Collection.discarded].contains(collection)
      ? parent.flatMap { Standup.ID($0) } : nil
  }
}

/// Unreadable documents: recording them, and discarding them.
extension StandupsReduction {
  /// Records an unreadable document and leaves it unchanged: a newer version of the service, or a
  /// person, may be able to read it.
  ///
  /// - Parameter standup: the standup that it belongs to, if the document does not say so.
  mutating func note(
    unreadable document: Document, of standup: Standup.ID? = nil, _ error: any Error
  ) {
    let unreadable = UnreadableDocument(
      collection: document.collection, id: document.id, parent: document.parent, standup: standup)
    state.saved.note(unreadable)
    log(.error, "Cannot read \(unreadable.name); left unchanged: \(error)")
  }

  func unreadable(_ name: String) -> UnreadableDocument? {
    state.saved.unreadable.first { $0.name == name }
  }

  func known(_ name: String) throws -> UnreadableDocument {
    guard let document = unreadable(name) else {
      throw BusError(
        .notFound,
        "No unreadable document is named “\(name)”; list them with “standups unreadable list”.",
        detail: ["document": name])
    }
    return document
  }

  func entities(of document: UnreadableDocument?) -> Set<Entity> {
    guard let document else { return [] }
    if let standup = document.pastMeeting?.standup ?? document.followedUp ?? document.standup {
      return [.standup(standup)]
    }
    if document.collection == Collection.standups, let id = Standup.ID(document.id) {
      return [.standup(id)]
    }
    switch document.collection {
    case Collection.retention: return [.retention]
    case Collection.glossaries: return [.glossaries]
    default: return [.list]
    }
  }

  mutating func discard(_ operation: Operation, _ command: DiscardUnreadable) throws {
    let document = try known(command.document)
    if let meeting = document.pastMeeting, known(meeting.standup, operation) != nil {
      return try deleteMeeting(operation, meeting)
    }
    try decide(operation, try discarding(document, operation))
  }

  private func discarding(
    _ document: UnreadableDocument, _ operation: Operation
  ) throws -> Decision {
    if let meeting = document.meeting {
      let discarded = MeetingDiscardedEvent(elapsedMs: 0)
      return Decision(
        [.removeSession(meeting), .erase(Erasure(meeting: meeting))],
        events: [try event(discarded, standup: document.standup, meeting: meeting, operation)],
        reply: .done)
    }
    switch document.collection {
    case Collection.standups:
      guard let id = Standup.ID(document.id) else { break }
      if state.saved.live[id] != nil {
        throw BusError(.conflict, Self.inMeeting)
      }
      return Decision(
        [
          .removeStandup(id), .removeMeetings(of: id), .removeFollowUps(of: id),
          .removeUpdates(of: id), .erase(Erasure(standup: id)),
        ],
        events: [try event(StandupDeleted(title: ""), standup: id, operation)], reply: .done)
    case Collection.meetings:
      guard let id = Meeting.ID(document.id) else { break }
      let erased = try document.pastMeeting.map {
        try self.erased(id, of: $0.standup, .deleted, operation)
      }
      return Decision(
        [.removeMeeting(id)] + Change.laterParts(of: id, Meeting.maxParts)
          + [.erase(Erasure(meeting: id))], events: erased.map { [$0] } ?? [], reply: .done)
    case Collection.discarded:
      guard let id = Meeting.ID(document.id) else { break }
      return Decision([.removeDiscarded(id), .erase(.removed)], reply: .done)
    case Collection.followUps:
      guard let id = FollowUp.ID(document.id) else { break }
      return Decision([.removeFollowUp(id)], reply: .done)
    case Collection.updates:
      guard let id = Standup.ID(document.id) else { break }
      return Decision([.removeUpdates(of: id)], reply: .done)
    case Collection.retention:
      return Decision([.removeRetention(document.id)], reply: .done)
    case Collection.imports:
      guard let id = ImportStandups.ID(document.id) else { break }
      return Decision([.removeImport(id)], reply: .done)
    case Collection.glossaries:
      return Decision([.removeGlossary(document.id)], reply: .done)
    default: break
    }
    throw BusError(
      .invalid, "“\(document.name)” cannot be discarded; see the log of the standups service.",
      detail: ["document": document.name])
  }
}
