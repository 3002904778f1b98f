import Bus
import Documents
import FastJSON
import Standups
import StandupsAPI

/// A standup with a page of its past meetings, and the parts of long ones.
extension StandupsReduction {
  mutating func get(_ operation: Operation, _ command: GetStandup) throws {
    let record = try record(command.id, operation)
    let limit = try Self.limit(command.limit, from: 0, default: 20)
    try DocumentCursor.check(command.after)
    guard limit > 0, record.meetings > 0 else {
      let reply = GetStandup.Reply(
        summary: summary(record), meetings: [], next: nil, ended: ended(record.id))
      return finish(operation.id, .success(.get(reply)))
    }
    loadPage(operation, command, limit: limit)
  }

  private func summary(_ record: StandupRecord) -> StandupSummary {
    record.summary(live: state.saved.live[record.id])
  }

  /// The meeting that a person ended last, if its end can be undone.
  private func ended(_ standup: Standup.ID) -> GetStandup.EndedMeeting? {
    guard let meeting = state.saved.ended[of: standup],
      meeting.ended.leftMs(at: reducer.clock()) > 0
    else { return nil }
    return .init(meeting: meeting.session.id, undo: meeting.ended.undo)
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

  mutating func pageLoaded(
    _ operation: Operation, _ command: GetStandup, limit: Int,
    _ result: Result<DocumentPage, BusError>
  ) throws {
    // With long transcripts, fewer meetings fit in a message.
    if case .failure(let error) = result, error.code == .tooLarge, limit > 1 {
      return loadPage(operation, command, limit: limit / 2)
    }
    let page = try result.get()
    let summary = summary(try record(command.id, operation))
    var reply = GetStandup.Reply(
      summary: summary, meetings: [], next: page.next, ended: ended(command.id))
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

  /// Maximum estimated total size of a standup and its meetings, in bytes.
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
    let isFirst = command.part == 1
    effects.append(
      .load(
        operation.id,
        DocumentQuery(
          collection: isFirst ? Collection.meetings : Collection.parts,
          id: isFirst
            ? command.meeting.description : Change.part(command.part, of: command.meeting),
          teams: scope.teams)))
  }

  mutating func partLoaded(
    _ operation: Operation, _ command: GetMeetingPart, _ page: DocumentPage
  ) throws {
    let documents = page.documents.filter { $0.parent == command.standup.description }
    guard let part = meetings(in: documents).first else {
      throw BusError(
        .notFound, "Meeting \(command.meeting) has no part \(command.part).",
        detail: ["meeting": "\(command.meeting)"])
    }
    finish(operation.id, .success(.part(part)))
  }
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
