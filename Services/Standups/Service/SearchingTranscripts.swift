import Bus
import Cells
import StandupsCollections
import Documents
import FastJSON
import Standups
import StandupsAPI

/// Search in the transcripts of past meetings, and in the titles and names of standups.
extension StandupsReduction {
  /// Maximum number of standups that a search finds by their titles and names.
  static let maxFoundStandups = 20

  mutating func search(_ operation: Operation, _ command: SearchTranscripts) throws {
    guard !command.query.allSatisfy(\.isWhitespace) else {
      throw BusError(.invalid, "“query” is empty; expected words to search for.")
    }
    if let offset = command.offset, offset < 0 {
      throw BusError(.invalid, "Invalid offset \(offset); expected 0 or more.")
    }
    let limit = try Self.limit(command.limit, from: 1, default: 20)
    try Self.checkDates(command)
    // The standup was looked up, and is visible to the sender.
    let standup = try command.standup.map { try record($0, operation).standup }
    let isFirst = command.offset ?? 0 == 0
    guard isFirst, standup == nil, command.fromMs == nil, command.toMs == nil else {
      state.operations[operation.id]?.foundStandups = []
      return searchWords(operation, command, in: standup, limit: limit)
    }
    step(operation.id, .searching)
    effects.append(
      .search(
        operation.id,
        TextQuery(
          collection: Collection.standups, query: command.query, teams: scope.teams,
          mentions: Self.mentions(of: command.person, in: nil), limit: Self.maxFoundStandups)))
  }

  private static func checkDates(_ command: SearchTranscripts) throws(BusError) {
    for (member, value) in [("fromMs", command.fromMs), ("toMs", command.toMs)] {
      guard let value, !WireTime.sinceEpochMs.contains(value) else { continue }
      throw BusError(
        .invalid, "Invalid \(member) \(value); expected milliseconds since 1970-01-01 UTC.",
        detail: ["member": member])
    }
    guard let fromMs = command.fromMs, let toMs = command.toMs, fromMs >= toMs else { return }
    throw BusError(
      .invalid, "Invalid range from \(fromMs) to \(toMs) ms; expected a start before its end.",
      detail: ["member": "fromMs"])
  }

  private mutating func searchWords(
    _ operation: Operation, _ command: SearchTranscripts, in standup: Standup?, limit: Int
  ) {
    step(operation.id, .searching)
    effects.append(
      .search(
        operation.id,
        TextQuery(
          collection: Collection.meetings, also: Collection.parts, query: command.query,
          teams: scope.teams, parent: standup?.id.description, fromKey: command.fromMs,
          toKey: command.toMs, mentions: Self.mentions(of: command.person, in: standup),
          limit: limit, offset: command.offset)))
  }

  /// The members of attendees in saved standups and meetings by which a person is found: the link, and
  /// the ids of those who were linked after a meeting.
  private static func mentions(
    of person: Attendee.PersonID?, in standup: Standup?
  ) -> [String]? {
    guard let person else { return nil }
    let linked = (standup?.attendees.elements ?? []).filter { $0.person == person }
    return [#""person":"\#(person)""#]
      + linked.prefix(TextQuery.maxMentions - 1).map { #""id":"\#($0.id)""# }
  }

  mutating func found(
    _ operation: Operation, _ result: Result<FoundDocuments, BusError>
  ) throws {
    guard case .search(let command) = operation.command else { return }
    let found = try result.get()
    guard operation.foundStandups != nil else {
      let titled = standups(in: found, operation)
      state.operations[operation.id]?.foundStandups = titled
      let limit = try Self.limit(command.limit, from: 1, default: 20)
      return searchWords(operation, command, in: nil, limit: limit)
    }
    // A page of hits has a limited number of them, so one query is enough.
    let unknown = found.hits.compactMap(\.standup).unique().filter {
      known($0, operation) == nil
    }
    guard !unknown.isEmpty else { return try answer(operation, found) }
    step(operation.id, .loading(.titles(found)))
    effects.append(.load(operation.id, Self.query(unknown)))
  }

  /// The standups that were found by their titles and names, best match first.
  private mutating func standups(
    in found: FoundDocuments, _ operation: Operation
  ) -> [SearchTranscripts.FoundStandup] {
    keep(found.hits.map(\.document), for: operation)
    guard let operation = state.operations[operation.id] else { return [] }
    return found.hits.compactMap { hit in
      guard let id = Standup.ID(hit.document.id),
        state.share.slots.contains(Slot(of: id.rawValue)), let record = known(id, operation)
      else { return nil }
      return SearchTranscripts.FoundStandup(
        id: id, title: record.standup.title, snippet: hit.snippet)
    }
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
    guard case .search(let command) = operation.command else { return }
    let standups = operation.foundStandups ?? []
    var hits: [SearchTranscripts.Hit] = []
    var bytes = try BusJSON.encode(standups).count
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
        .found(
          SearchTranscripts.Reply(
            hits: hits, total: found.total, elsewhere: command.standup == nil ? elsewhere : nil,
            standups: standups.isEmpty ? nil : standups))))
  }
}

extension FoundDocuments.Hit {
  /// The standup of the meeting.
  fileprivate var standup: Standup.ID? { document.parent.flatMap { Standup.ID($0) } }
}
