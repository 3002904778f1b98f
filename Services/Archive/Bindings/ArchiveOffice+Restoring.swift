import ArchiveAPI
import Bus
import Cells
import Documents
import Foundation
import PersistenceAPI

extension ArchiveOffice {
  /// Maximum number of times that the existing documents are compared again after another writer
  /// created one of them during the restore.
  private static let maxRounds = 4

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

  /// Makes the services that keep restored documents in memory reload them: begins a new writer
  /// epoch for each of them and asks it to register again, so that it notices that its own writer
  /// epoch is over.
  func finish() async throws -> Done {
    let owners = Feature.all.filter(\.reloadsRestored).map(\.name)
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

    init(_ collection: String, _ id: String) { (self.collection, self.id) = (collection, id) }
    init(_ document: Document) { self.init(document.collection, document.id) }
  }

  // MARK: Comparing

  private func outcomes(_ documents: [Document]) async throws -> [RestoreDocuments.Outcome] {
    var here: [Key: Document] = [:]
    for (collection, wanted) in Dictionary(grouping: documents, by: \.collection) {
      for document in try await parent.documents(wanted.map(\.id), of: collection, .whole) {
        here[Key(document)] = document
      }
    }
    let rejected = Dictionary(
      try await parent.rejected(of: documents.filter { ArchivedDocuments.obstacle($0) == nil })
        .map { (Key($0.document), $0.problem) }, uniquingKeysWith: { first, _ in first })
    let conflicts = try await conflicts(documents)
    var room = try await room(for: documents)
    return documents.map { document in
      if let known = here[Key(document)] {
        return .init(ArchivedDocuments.isSame(known, document) ? .same : .differs)
      }
      if let obstacle = ArchivedDocuments.obstacle(document) {
        return .init(.refused, reason: obstacle)
      }
      if let problem = rejected[Key(document)] { return .init(.refused, reason: problem) }
      if let conflict = conflicts[Key(document)] { return .init(.refused, reason: conflict) }
      guard let limit = Self.archiving(document)?.maxDocuments else { return .init(.created) }
      room[document.collection, default: 0] -= 1
      return room[document.collection, default: 0] >= 0
        ? .init(.created)
        : .init(
          .refused,
          reason: "There are already \(limit) \(document.collection), the maximum; remove one.")
    }
  }

  /// Reasons why documents cannot be restored because of documents that exist here.
  private func conflicts(_ documents: [Document]) async throws -> [Key: String] {
    var conflicts: [Key: String] = [:]
    for kind in DocumentKind.all {
      guard let conflict = kind.archive?.conflict else { continue }
      let ids = documents.filter { $0.collection == kind.collection }.map(\.id)
      for document in try await parent.documents(ids, of: conflict.collection, .digest) {
        conflicts[Key(kind.collection, document.id)] = conflict.reason
      }
    }
    return conflicts
  }

  /// Number of documents that can still be created, for the collections with a maximum.
  private func room(for documents: [Document]) async throws -> [String: Int] {
    var room: [String: Int] = [:]
    for kind in DocumentKind.all {
      guard let limit = kind.archive?.maxDocuments,
        documents.contains(where: { $0.collection == kind.collection })
      else { continue }
      let page = try await parent.send(
        Load(DocumentQuery(collection: kind.collection, limit: 1, counts: true, form: .digest)))
      room[kind.collection] = limit - (page.total ?? 0)
    }
    return room
  }

  private static func archiving(_ document: Document) -> Archiving? {
    DocumentKind.of(document.collection)?.archive
  }

  // MARK: Writing

  /// Writes documents that do not exist yet. Some are sent to a service, which makes them durable;
  /// the others are written in one transaction, together with the events that announce them.
  private func write(_ documents: [Document]) async throws {
    var rest: [Document] = []
    for document in documents {
      if let restore = Self.archiving(document)?.restore {
        try await restore(document, parent)
      } else {
        rest.append(document)
      }
    }
    guard !rest.isEmpty else { return }
    let events = try rest.compactMap { try Self.archiving($0)?.announcement?($0) }
    try await parent.commit(
      Commit(changes: try rest.map { .insert(try ArchivedDocuments.taken($0)) }, events: events))
  }
}
