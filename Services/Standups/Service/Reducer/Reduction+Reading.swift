import Bus
import Cells
import Collections
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI

/// Commands that only read. They see durable state, and wait for changes only if requested.
extension Reduction {
  mutating func list(_ operation: Operation, _ command: ListStandups) throws {
    let limit = try Self.limit(command.limit, from: 1, usually: 1000)
    try DocumentCursor.check(command.after)
    let key = ListPages.Key(after: command.after, limit: limit)
    if let page = state.pages[key] { return finish(operation.id, .success(.list(live(page)))) }
    step(operation.id, .loading(.list(key, revision: state.pages.revision)))
    effects.append(
      .load(
        operation.id,
        DocumentQuery(
          collection: Collection.standups, after: key.after, limit: limit, slots: here)))
  }

  /// Builds a page of the list from the saved documents, which have the form of a list's elements.
  mutating func listed(
    _ operation: Operation, _ key: ListPages.Key, _ revision: Int, _ loaded: DocumentPage
  ) {
    var page = ListedStandups(next: loaded.next, elsewhere: elsewhere)
    for document in loaded.documents {
      do {
        let id = try document.value(as: StandupSummary.self).id
        page.standups.append(.init(id: id, summary: document.body))
      } catch {
        note(unreadable: document, error)
      }
    }
    state.pages.keep(page, for: key, asked: revision)
    finish(operation.id, .success(.list(live(page))))
  }

  /// Adds the live meetings to a page, because these are not saved with the standups.
  private func live(_ page: ListedStandups) -> ListedStandups {
    guard !state.saved.live.isEmpty else { return page }
    var page = page
    for index in page.standups.indices {
      page.standups[index].live = state.saved.live[page.standups[index].id]
    }
    return page
  }

  /// Maximum estimated size of a list, in bytes: it has to fit in a message of 1 MiB.
  private static let maxBytes = 600_000

  private func summary(_ record: StandupRecord) -> StandupSummary {
    record.summary(live: state.saved.live[record.id])
  }

  mutating func get(_ operation: Operation, _ command: GetStandup) throws {
    let record = try record(command.id, operation)
    let limit = try Self.limit(command.limit, from: 0, usually: 20)
    try DocumentCursor.check(command.after)
    guard limit > 0, record.meetings > 0 else {
      let reply = GetStandup.Reply(summary: summary(record), meetings: [], next: nil)
      return finish(operation.id, .success(.get(reply)))
    }
    loadPage(operation, command, limit: limit)
  }

  private mutating func loadPage(_ operation: Operation, _ command: GetStandup, limit: Int) {
    step(operation.id, .loading(.page(limit: limit)))
    effects.append(
      .load(
        operation.id,
        DocumentQuery(
          collection: Collection.meetings, parent: command.id.description, after: command.after,
          limit: limit, newestFirst: true)))
  }

  mutating func gotPage(
    _ operation: Operation, _ command: GetStandup, limit: Int,
    _ result: Result<DocumentPage, BusError>
  ) throws {
    // With long transcripts, fewer meetings fit in a message.
    if case .failure(let error) = result, error.code == .tooLarge, limit > 1 {
      return loadPage(operation, command, limit: limit / 2)
    }
    let page = try result.get()
    let summary = summary(try record(command.id, operation))
    var reply = GetStandup.Reply(summary: summary, meetings: [], next: page.next)
    var bytes = summary.standup.estimatedBytes
    for (index, document) in page.documents.enumerated() {
      for var meeting in meetings(in: [document]) {
        bytes += meeting.estimatedBytes
        if bytes > Self.maxWithMeetings {
          // Only the store can continue after the meetings before this one.
          guard limit == 1 else { return loadPage(operation, command, limit: max(1, index)) }
          meeting.leaveOutWords()
          reply.shortened = [meeting.id]
        }
        reply.meetings.append(meeting)
      }
    }
    finish(operation.id, .success(.get(reply)))
  }

  /// Maximum estimated size of a standup and its meetings together, in bytes.
  private static let maxWithMeetings = 1_000_000

  /// Decodes the past meetings of a page. Unreadable ones are skipped, and stay unchanged.
  mutating func meetings(in documents: [Document]) -> [Meeting] {
    documents.compactMap { document in
      do {
        return try document.value(as: Meeting.self)
      } catch {
        note(unreadable: document, error)
        return nil
      }
    }
  }

  mutating func getPart(_ operation: Operation, _ command: GetMeetingPart) {
    step(operation.id, .loading(.meetingPart))
    effects.append(
      .load(
        operation.id,
        DocumentQuery(
          collection: Collection.parts, id: Change.part(command.part, of: command.meeting))))
  }

  mutating func gotPart(
    _ operation: Operation, _ command: GetMeetingPart, _ page: DocumentPage
  ) throws {
    guard let part = meetings(in: page.documents).first else {
      throw BusError(
        .notFound, "Meeting \(command.meeting) has no part \(command.part).",
        detail: ["meeting": "\(command.meeting)"])
    }
    finish(operation.id, .success(.part(part)))
  }

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
          limit: try Self.limit(command.limit, from: 1, usually: 20), offset: command.offset)))
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

  mutating func entitled(
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
      if bytes > Self.maxBytes, !hits.isEmpty { break }
      hits.append(found)
    }
    finish(
      operation.id,
      .success(
        .found(SearchTranscripts.Reply(hits: hits, total: found.total, elsewhere: elsewhere))))
  }

  var status: GetListStatus.Reply {
    GetListStatus.Reply(
      destination: state.saved.destination, standups: state.saved.count,
      live: state.saved.sessions.count,
      unreadable: state.saved.unreadable.isEmpty ? nil : state.saved.unreadable.map(\.name))
  }

  /// Maximum estimated size of a live meeting's transcript in a reply, in bytes.
  private static let maxLastWords = 300_000

  mutating func getMeeting(_ operation: Operation, _ command: GetMeeting) throws {
    let meeting = live(try session(command.id), wordBytes: Self.maxLastWords)
    finish(operation.id, .success(.live(meeting)))
  }

  mutating func listLive(_ operation: Operation, _ command: ListLiveMeetings) throws {
    let limit = try Self.limit(command.limit, from: 1, usually: 1000)
    let found = state.saved.sessions.page(after: command.after, limit: limit + 1)
    var page: [LiveMeeting] = []
    // Transcripts are in meetings.get, because a list of many long meetings would not fit in a
    // message.
    let isLong = found.reduce(0) { $0 + $1.estimatedBytes } > Self.maxBytes
    var bytes = 0
    for session in found.prefix(limit) {
      var meeting = live(session, wordBytes: Self.maxLastWords)
      if isLong { meeting.session.leaveOutWords() }
      bytes += meeting.session.estimatedBytes
      if bytes > Self.maxBytes, !page.isEmpty { break }
      page.append(meeting)
    }
    let next = page.count < found.count ? page.last?.session.id : nil
    finish(
      operation.id,
      .success(.allLive(ListLiveMeetings.Reply(meetings: page, next: next, elsewhere: elsewhere))))
  }

  /// Checks a limit.
  ///
  /// - Throws: `invalid` outside the valid range.
  static func limit(_ limit: Int?, from least: Int, usually: Int) throws -> Int {
    let limit = limit ?? usually
    guard (least...1000).contains(limit) else {
      throw BusError(.invalid, "Invalid limit \(limit); expected \(least) to 1000.")
    }
    return limit
  }
}

extension FoundDocuments.Hit {
  /// The standup of the meeting.
  fileprivate var standup: Standup.ID? { document.parent.flatMap { Standup.ID($0) } }
}

extension Meeting {
  /// Estimated size as JSON, in bytes.
  fileprivate var estimatedBytes: Int {
    300 + JSONSize.bytes(of: transcript) + segmentBytes + 50 * segments.count
  }

  fileprivate mutating func leaveOutWords() {
    segments = []
    transcript = ""
  }
}

extension MeetingSession {
  /// Estimated size as JSON, in bytes.
  fileprivate var estimatedBytes: Int {
    let words = 2 * JSONSize.bytes(of: transcript)
    return segments.reduce(400 + standup.estimatedBytes + words + 100 * floor.count) {
      sum, segment in sum + JSONSize.bytes(of: segment.speaker) + 200
    }
  }
}
