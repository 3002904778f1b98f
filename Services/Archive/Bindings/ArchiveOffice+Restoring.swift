import ArchiveAPI
import Bus
import BusRouter
import Cells
import Documents
import Foundation
import PersistenceAPI
import Standups
import StandupsAPI
import TranscriptionAPI

extension ArchiveOffice {
  /// Maximum number of times that the existing documents are compared again after another writer
  /// created one of them during the restore.
  private static let maxRounds = 4
  /// Maximum number of webhooks per installation.
  private static let maxWebhooks = 100

  func restore(_ command: RestoreDocuments) async throws -> RestoreDocuments.Reply {
    let documents = command.documents
    guard documents.count <= RestoreDocuments.maxDocuments else {
      throw BusError(
        .invalid,
        "Too many documents; expected at most \(RestoreDocuments.maxDocuments) per command.")
    }
    guard Set(documents.map(Key.init)).count == documents.count else {
      throw BusError(.invalid, "The command contains the same document twice.")
    }
    let slot = try await check(command.slot)
    for document in documents {
      if let problem = ArchivedDocuments.problem(document, in: slot) {
        throw BusError(
          .invalid, "\(document.collection.prefix(40))/\(document.id.prefix(128)): \(problem)",
          detail: ["document": "\(document.id.prefix(128))"])
      }
    }
    for round in 1... {
      let outcomes = try await outcomes(documents)
      guard command.isDryRun != true else { return RestoreDocuments.Reply(outcomes: outcomes) }
      let new = zip(documents, outcomes).filter { $1.result == .created }.map(\.0)
      do {
        try await write(new)
        return RestoreDocuments.Reply(outcomes: outcomes)
      } catch let error as BusError where error.code == .conflict && round < Self.maxRounds {
        // Another writer created one of the documents after the comparison; compare again.
        continue
      }
    }
    throw BusError(.internal, "An endless loop ended.")
  }

  /// Makes the services that keep standups, schedules and webhooks in memory reload them: begins a
  /// new writer epoch for each and asks it to register again, which is how it notices that its own
  /// writer epoch is over.
  func finish() async throws -> Done {
    let owners = ["standups", "schedule", "webhooks"]
    for owner in owners {
      _ = try await parent.send(
        BeginTerm(WriterTerm(owner: owner, id: Header.freshID().lowercaseText)))
    }
    await router.greetAnew(Set(owners))
    return Done()
  }

  private struct Key: Hashable {
    var collection: String
    var id: String
    init(_ document: Document) { (collection, id) = (document.collection, document.id) }
  }

  // MARK: Comparing

  private func outcomes(_ documents: [Document]) async throws -> [RestoreDocuments.Outcome] {
    var here: [Key: Document] = [:]
    for (collection, wanted) in Dictionary(grouping: documents, by: \.collection) {
      for document in try await load(collection, wanted.map(\.id), .whole) {
        here[Key(document)] = document
      }
    }
    let rejected = Dictionary(
      try await parent.rejected(of: documents.filter { ArchivedDocuments.obstacle($0) == nil })
        .map { (Key($0.document), $0.problem) }, uniquingKeysWith: { first, _ in first })
    let meetings = documents.filter { $0.collection == DocumentKind.meetings.collection }.map(\.id)
    let live = Set(try await load(DocumentKind.sessions.collection, meetings, .digest).map(\.id))
    var room = try await roomForWebhooks(documents)
    return documents.map { document in
      if let known = here[Key(document)] {
        return .init(ArchivedDocuments.isSame(known, document) ? .same : .differs)
      }
      if let obstacle = ArchivedDocuments.obstacle(document) {
        return .init(.refused, reason: obstacle)
      }
      if let problem = rejected[Key(document)] { return .init(.refused, reason: problem) }
      if document.collection == DocumentKind.meetings.collection, live.contains(document.id) {
        return .init(
          .refused, reason: "The meeting is live here; import the archive after it is over.")
      }
      guard document.collection == DocumentKind.webhooks.collection else { return .init(.created) }
      room -= 1
      return room >= 0
        ? .init(.created)
        : .init(
          .refused,
          reason: "There are already \(Self.maxWebhooks) webhooks, the maximum; remove one.")
    }
  }

  private func load(
    _ collection: String, _ ids: [String], _ form: DocumentQuery.Form
  ) async throws -> [Document] {
    var found: [Document] = []
    var rest = ids[...]
    while !rest.isEmpty {
      let asked = Array(rest)
      let page = try await parent.send(
        Load(DocumentQuery(collection: collection, ids: asked, form: form)))
      found += page.documents
      rest = rest.dropFirst(page.answered(of: asked))
    }
    return found
  }

  private func roomForWebhooks(_ documents: [Document]) async throws -> Int {
    guard documents.contains(where: { $0.collection == DocumentKind.webhooks.collection }) else {
      return 0
    }
    let page = try await parent.send(
      Load(
        DocumentQuery(
          collection: DocumentKind.webhooks.collection, limit: 1, counts: true, form: .digest)))
    return Self.maxWebhooks - (page.total ?? 0)
  }

  // MARK: Writing

  /// Writes documents that do not exist yet. Recording decisions go to the transcription service,
  /// which makes them durable; the other documents are written in one transaction, together with
  /// the events that announce their standups.
  private func write(_ documents: [Document]) async throws {
    let decisions = documents.filter { $0.collection == Authorizations.collection }
    for document in decisions {
      _ = try await parent.send(
        AuthorizeSpeech(
          subject: document.id, isGranted: document.body["isGranted"]?.text == "true"))
    }
    let rest = documents.filter { $0.collection != Authorizations.collection }
    guard !rest.isEmpty else { return }
    let events = try rest.filter { $0.collection == DocumentKind.standups.collection }.map {
      document in
      try NewEvent.of(
        StandupArrived(standup: try document.body.decode(as: StandupSummary.self).standup),
        about: document.id, standup: document.id)
    }
    try await parent.commit(
      Commit(changes: try rest.map { .insert(try ArchivedDocuments.taken($0)) }, events: events))
  }
}
