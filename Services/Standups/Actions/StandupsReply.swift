import Bus
import FastJSON
import Standups
import StandupsAPI

/// What a command is answered with.
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
  /// The reply to an earlier command with the same idempotency key.
  case stored(RawJSON)

  static let done = StandupsReply.done(Done())

  /// The reply as it crosses the bus.
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

  /// The reply as it is stored under an idempotency key.
  func stored() throws -> RawJSON {
    guard case .answered(.finished(let meeting)) = self else { return try json() }
    return try RawJSON(encoding: AnswerMeetingAlert.Reply.finished(meeting.fitting))
  }
}

/// A page of the list, with what was saved as it was saved: the reply of `ListStandups` in bytes.
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
      // Its own bracket stands there already.
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
  /// The meeting, without its segments and notes if they are long: a commit holds it several times, and has
  /// to fit a message. The document itself always has all of it, and each segment has an event of its own.
  var fitting: Meeting {
    guard segmentBytes > 50_000 else { return self }
    var meeting = self
    (meeting.segments, meeting.notes) = ([], nil)
    return meeting
  }

  /// The meeting as the event of an import has it: nothing else tells of its segments.
  ///
  /// What was said without a pause for hours can be too long for a commit; then it is told as one text.
  var imported: Meeting {
    guard !isToldWhole else { return self }
    var meeting = self
    meeting.segments = []
    return meeting
  }

  private var isToldWhole: Bool { 3 * JSONSize.bytes(of: transcript) + 2 * segmentBytes <= 750_000 }

  /// How many bytes of JSON its segments come to, about.
  var segmentBytes: Int {
    segments.reduce(0) { $0 + $1.estimatedBytes }
  }

  /// How many bytes a commit needs for it, about: for the document, the text by which it is found, and the
  /// event, each with what is around it.
  var committedBytes: Int {
    let (words, segments) = (JSONSize.bytes(of: transcript), segmentBytes)
    let notes = (notes ?? []).estimatedBytes
    return 3 * words + segments + (isToldWhole ? segments : 0) + 2 * peopleBytes + 4 * notes + 900
  }
}
