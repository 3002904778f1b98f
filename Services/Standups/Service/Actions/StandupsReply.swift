import Bus
import FastJSON
import Standups
import StandupsAPI

/// The reply to a command.
enum StandupsReply: Hashable, Sendable {
  case list(ListedStandups)
  case get(GetStandup.Reply)
  case standup(Standup)
  case done(Done)
  case followUp(FollowUp)
  case followUps(ListFollowUps.Reply)
  case foundPerson(FindPerson.Reply)
  case forgotten(ForgetPerson.Reply)
  case imported(ImportStandups.Reply)
  case unreadable(ReadUnreadable.Reply)
  case part(Meeting)
  case importing(ImportProgress)
  case exported(ExportStandups.Reply)
  case found(SearchTranscripts.Reply)
  case status(GetListStatus.Reply)
  case live(LiveMeeting)
  case allLive(ListLiveMeetings.Reply)
  case answered(AnswerMeetingAlert.Reply)
  case running(GetRunningMeetings.Reply)
  /// The saved reply to an earlier command with the same idempotency key.
  case stored(RawJSON)

  static let done = StandupsReply.done(Done())

  /// The reply as it is sent over the bus.
  func json() throws -> RawJSON {
    switch self {
    case .list(let reply): try RawJSON(encoding: reply)
    case .get(let reply): try RawJSON(encoding: reply)
    case .standup(let reply): try RawJSON(encoding: reply)
    case .done(let reply): try RawJSON(encoding: reply)
    case .followUp(let reply): try RawJSON(encoding: reply)
    case .followUps(let reply): try RawJSON(encoding: reply)
    case .foundPerson(let reply): try RawJSON(encoding: reply)
    case .forgotten(let reply): try RawJSON(encoding: reply)
    case .imported(let reply): try RawJSON(encoding: reply)
    case .unreadable(let reply): try RawJSON(encoding: reply)
    case .part(let reply): try RawJSON(encoding: reply)
    case .importing(let reply): try RawJSON(encoding: reply)
    case .exported(let reply): try RawJSON(encoding: reply)
    case .found(let reply): try RawJSON(encoding: reply)
    case .status(let reply): try RawJSON(encoding: reply)
    case .live(let reply): try RawJSON(encoding: reply)
    case .allLive(let reply): try RawJSON(encoding: reply)
    case .answered(let reply): try RawJSON(encoding: reply)
    case .running(let reply): try RawJSON(encoding: reply)
    case .stored(let json): json
    }
  }

  /// The reply as it is saved under an idempotency key.
  func stored() throws -> RawJSON {
    guard case .answered(.finished(let meeting)) = self else { return try json() }
    return try RawJSON(encoding: AnswerMeetingAlert.Reply.finished(meeting.fitting))
  }
}

/// A page of the list as bytes, with saved values copied unchanged: the reply to `ListStandups`.
struct ListedStandups: Hashable, Sendable, FastEncodable {
  struct Element: Hashable, Sendable, FastEncodable {
    var id: Standup.ID
    /// A `StandupSummary` without a live meeting.
    var summary: RawJSON
    var live: Meeting.ID?

    func write(to writer: inout JSONWriter) {
      guard let live else { return summary.write(to: &writer) }
      writer.open()
      writer.member(#""live":"#, live)
      writer.byte(UInt8(ascii: ","))
      // The opening bracket of the summary is already written.
      summary.bytes.dropFirst().withUnsafeBytes { writer.raw($0) }
    }
  }

  var standups: [Element] = []
  var next: String?
  var elsewhere: [StandupsPlace]?

  func write(to writer: inout JSONWriter) {
    writer.open()
    if let elsewhere { writer.member(#""elsewhere":"#, elsewhere) }
    writer.member(#""next":"#, next)
    writer.member(#""standups":"#, standups)
    writer.close()
  }
}

extension Meeting {
  /// The meeting, without its segments and follow-ups if the segments are long: a commit contains
  /// the meeting several times and has to fit in a message. The saved document is always complete,
  /// and each segment has its own event.
  var fitting: Meeting {
    guard segmentBytes > 50_000 else { return self }
    var meeting = self
    (meeting.segments, meeting.notes) = ([], nil)
    return meeting
  }

  /// The meeting as the event of an import contains it, with its segments because they have no
  /// events of their own.
  ///
  /// Several hours of speech can be too long for a commit; the event then has the transcript
  /// without segments.
  var imported: Meeting {
    guard !isToldWhole else { return self }
    var meeting = self
    meeting.segments = []
    return meeting
  }

  private var isToldWhole: Bool { 3 * JSONSize.bytes(of: transcript) + 2 * segmentBytes <= 750_000 }

  /// Estimated size of its segments as JSON, in bytes.
  var segmentBytes: Int {
    segments.reduce(0) { $0 + $1.estimatedBytes }
  }

  /// Estimated size of the meeting in a commit, in bytes: the document, the text for the search
  /// index and the event, each with its other members.
  var committedBytes: Int {
    let (words, segments) = (JSONSize.bytes(of: transcript), segmentBytes)
    let notes = (notes ?? []).estimatedBytes
    return 3 * words + segments + (isToldWhole ? segments : 0) + 2 * peopleBytes + 4 * notes + 900
  }
}
