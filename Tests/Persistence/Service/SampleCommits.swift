import Bus
import Documents
import FastJSON
import Foundation
import PersistenceAPI
import Testing

@testable import PersistenceService

/// The code of the `StoreError` that `body` throws; a test failure if it throws none.
func code(
  of body: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
) async -> StoreError.Code? {
  do {
    try await body()
    Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    return nil
  } catch let error as StoreError {
    return error.code
  } catch {
    Issue.record("not a StoreError: \(error)", sourceLocation: sourceLocation)
    return nil
  }
}

/// JSON, unchanged.
func json(_ text: String) -> RawJSON { RawJSON(unchecked: Array(text.utf8)) }

/// A string of this number of bytes, including its quotes.
func filler(_ bytes: Int) -> RawJSON { json("\"\(String(repeating: "x", count: bytes - 2))\"") }

extension NewEvent {
  static func sample(
    _ id: String, type: String = "standup.updated", standup: String? = nil,
    meeting: String? = nil, team: String? = nil, data: RawJSON = .emptyObject
  ) -> NewEvent {
    NewEvent(
      id: id, source: "/standups",
      labels: EventLabels(type: type, subject: id, standup: standup, meeting: meeting, team: team),
      time: Date(timeIntervalSince1970: 1_767_258_000), data: data)
  }
}

extension Commit {
  static func put(_ id: String, body: RawJSON = .emptyObject) -> Commit {
    Commit(changes: [.put(Document(collection: "standups", id: id, body: body))])
  }

  static func event(_ id: String) -> Commit { Commit(events: [.sample(id)]) }
}

extension EventPage {
  var sequences: [Int64] { events.compactMap { $0.sequence.flatMap { Int64($0) } } }
}

/// Short forms of common calls.
extension Store {
  func commit(_ commit: Commit) async throws -> CommitResult {
    try await self.commit(Transaction(commit: commit))
  }

  func load(_ collection: String, _ id: String) async throws -> Document? {
    try await load(DocumentQuery(collection: collection, id: id)).documents.first
  }

  func count(_ collection: String, parent: String? = nil) async throws -> Int {
    try await load(
      DocumentQuery(collection: collection, parent: parent, limit: 1, counts: true)
    ).total ?? -1
  }

  /// The ids of the hits.
  func search(
    _ collection: String, for text: String, limit: Int? = nil, offset: Int? = nil
  ) async throws -> [String] {
    let query = TextQuery(collection: collection, query: text, limit: limit, offset: offset)
    return try await search(query).hits.map(\.document.id)
  }

  func replay(
    after sequence: Int64, epoch: String? = nil, limit: Int? = nil
  ) async throws -> EventPage {
    try await replay(JournalQuery(after: sequence, epoch: epoch, limit: limit))
  }
}
