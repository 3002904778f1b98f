import Bus
import Messages
import Standups

/// What a command is answered with.
enum StandupsReply: Hashable, Sendable {
  case list(ListStandups.Reply)
  case get(GetStandup.Reply)
  case standup(Standup)
  case done(Done)
  case imported(ImportStandups.Reply)
  case exported(ExportStandups.Reply)
  case found(SearchTranscripts.Reply)
  case status(GetListStatus.Reply)
  case live(LiveMeeting)
  case allLive(ListLiveMeetings.Reply)
  case answered(AnswerMeetingAlert.Reply)
  case work(GetLiveWork.Reply)
  /// The reply to an earlier command with the same idempotency key.
  case stored(JSONValue)

  static let done = StandupsReply.done(Done())

  private var payload: any Codable & Sendable {
    switch self {
    case .list(let reply): reply
    case .get(let reply): reply
    case .standup(let reply): reply
    case .done(let reply): reply
    case .imported(let reply): reply
    case .exported(let reply): reply
    case .found(let reply): reply
    case .status(let reply): reply
    case .live(let reply): reply
    case .allLive(let reply): reply
    case .answered(let reply): reply
    case .work(let reply): reply
    case .stored(let json): json
    }
  }

  /// The reply as the command's own type.
  ///
  /// - Throws: `BusError`, if the reply that was stored under the key belongs to another command.
  func value<Reply: Decodable>(as type: Reply.Type = Reply.self) throws -> Reply {
    if let value = payload as? Reply { return value }
    guard case .stored(let json) = self, let value = try? json.decode(as: type) else {
      throw BusError(
        .invalid, "This idempotency key was used for another command; make a fresh one.")
    }
    return value
  }

  /// The reply as it is stored under an idempotency key.
  func stored() throws -> JSONValue {
    switch self {
    case .stored(let json): json
    case .answered(.finished(let meeting)):
      try JSONValue(encoding: AnswerMeetingAlert.Reply.finished(meeting.fitting))
    default: try JSONValue(encoding: payload)
    }
  }
}

extension Meeting {
  /// The meeting, without its segments if they are long: a commit holds it several times, and has
  /// to fit a message. The document itself always has all of it.
  var fitting: Meeting {
    let bytes = segments.reduce(0) {
      $0 + BusJSON.bytes(of: $1.text) + BusJSON.bytes(of: $1.speaker) + 130
    }
    guard bytes > 50_000 else { return self }
    var meeting = self
    meeting.segments = []
    return meeting
  }
}
