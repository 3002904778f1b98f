import Bus
import Cells
import StandupsCollections
import Documents
import Standups
import StandupsAPI

/// Search in the transcripts of past meetings.
extension StandupsReduction {
  mutating func search(_ operation: Operation, _ command: SearchTranscripts) throws {
    guard !command.query.allSatisfy(\.isWhitespace) else {
      throw BusError(.invalid, "“query” is empty; expected words to search for.")
    }
    if let offset = command.offset, offset < 0 {
      throw BusError(.invalid, "Invalid offset \(offset); expected 0 or more.")
    }
    step(operation.id, .searching)
    effects.append(
      .search(
        operation.id,
        TextQuery(
          collection: Collection.meetings, also: Collection.parts, query: command.query,
          teams: scope.teams, limit: try Self.limit(command.limit, from: 1, default: 20),
          offset: command.offset)))
  }

  mutating func found(
    _ operation: Operation, _ result: Result<FoundDocuments, BusError>
  ) throws {
    let found = try result.get()
    // A page of hits has a limited number of them, so one query is enough.
    let unknown = found.hits.compactMap(\.standup).unique().filter {
      state.saved.recent[$0] == nil
    }
    guard !unknown.isEmpty else { return try answer(operation, found) }
    step(operation.id, .loading(.titles(found)))
    effects.append(.load(operation.id, Self.query(unknown)))
  }

  mutating func titlesFound(
    _ operation: Operation, _ found: FoundDocuments, _ page: DocumentPage
  ) throws {
    keep(page.documents, for: operation)
    guard let operation = state.operations[operation.id] else { return }
    guard let next = page.next else { return try answer(operation, found) }
    // Long standups do not fit in one reply: the first hit without a title, and those after it, are
    // left to the next query.
    let whole = found.hits.prefix { $0.standup?.description != next }
    try answer(operation, FoundDocuments(hits: Array(whole), total: found.total))
  }

  private mutating func answer(_ operation: Operation, _ found: FoundDocuments) throws {
    var hits: [SearchTranscripts.Hit] = []
    var bytes = 0
    for hit in found.hits {
      guard let id = hit.standup, state.share.slots.contains(Slot(of: id.rawValue)),
        let record = known(id, operation),
        let meeting = meetings(in: [hit.document]).first
      else { continue }
      let found = SearchTranscripts.Hit(
        standup: id, title: record.standup.title, meeting: meeting, snippet: hit.snippet)
      // With the titles, the reply is larger than that of persistence; the next query continues at
      // the offset.
      bytes += try BusJSON.encode(found).count
      if bytes > Self.maxListBytes, !hits.isEmpty { break }
      hits.append(found)
    }
    finish(
      operation.id,
      .success(
        .found(SearchTranscripts.Reply(hits: hits, total: found.total, elsewhere: elsewhere))))
  }
}

extension FoundDocuments.Hit {
  /// The standup of the meeting.
  fileprivate var standup: Standup.ID? { document.parent.flatMap { Standup.ID($0) } }
}
