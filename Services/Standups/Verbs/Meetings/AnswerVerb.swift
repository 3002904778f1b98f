import Standups
import StandupsAPI

/// The `standups answer` command.
enum AnswerVerb {
  /// A meeting that has started can be continued, or restored later.
  private static func discarded(_ session: MeetingSession) -> [String] {
    guard session.startedAt != nil else { return ["The meeting was discarded."] }
    let standup = Shell.quote(
      session.standup.title.isEmpty ? "\(session.standup.id)" : session.standup.title)
    return [
      "The meeting was discarded. “standups undo \(DisplayText.safe(standup))” continues it within"
        + " \(MeetingSession.Undo.windowMs / 1000) s, and an admin can restore it for"
        + " \(DiscardedMeeting.days) days; see “standups meetings discarded”."
    ]
  }

  /// An answer to an alert of a meeting or of the list.
  enum Answer: ArgumentValue, Hashable {
    case meeting(MeetingSession.AlertAction)
    case list(ListAlertAction)

    init(argument: String) throws {
      if let action = try? ListAlertAction(argument: argument) {
        self = .list(action)
      } else if let action = try? MeetingSession.AlertAction(argument: argument) {
        self = .meeting(action)
      } else {
        let near = Meant.nearest(to: argument, in: Self.words)
        throw UsageError(
          message: "expected one of \(Self.words.joined(separator: ", "))"
            + (near.map { "; did you mean \($0)?" } ?? ""))
      }
    }

    static let words = MeetingSession.AlertAction.words + ListAlertAction.words
    static var placeholder: String { "ANSWER" }
    static var completion: Completion { .words(words) }
  }

  static let answer = Argument<Answer>.required(
    "ANSWER", help: "Answer: \(Answer.words.joined(separator: ", ")).")

  static let verb = Verb(
    "answer", summary: "Answer the open question of a meeting or of the standup list.",
    details:
      "Each question accepts only some of the answers; “standups live --json” and “standups list”"
      + " show the question.",
    arguments: [LiveVerbs.standup, answer],
    examples: [
      .init("standups answer Daily resume", "Continues the meeting."),
      .init(
        "standups answer load-samples",
        "Starts with sample data if the saved data could not be read."),
    ],
    json: "{“live”: …}, {“finished”: …} or {“discarded”: {}} for a meeting; {“destination”,"
      + " “standups”, “live”} for the list."
  ) { values, context in
    try await context.connected { connection in
      switch try values[answer] {
      case .list(let action):
        let reply = try await connection.send(AnswerListAlert(action: action))
        try context.show(reply) {
          ["Done. The list now has \(DisplayText.count(reply.standups, "standup"))."]
        }
      case .meeting(let action):
        let live = try await Finder(connection: connection).live(try values[LiveVerbs.standup])
        let reply = try await connection.send(
          AnswerMeetingAlert(id: live.session.id, action: action))
        try context.show(reply) {
          switch reply {
          case .live(let meeting): LiveVerbs.lines(meeting)
          case .finished(let meeting): context.page.lines(meeting, of: live.session.standup)
          case .discarded: discarded(live.session)
          }
        }
      }
    }
  }
}

extension MeetingSession.Alert {
  /// The title and the message as a line of text without control characters.
  var sentences: String {
    let stop = title.last.map { ".?!".contains($0) } ?? true ? "" : "."
    return "\(title)\(stop) \(DisplayText.safe(message))"
  }
}

extension MeetingSession.AlertAction {
  /// The answer in its command-line form.
  static func word(_ action: Self) -> String { dashed(action.rawValue) }
}

extension MeetingSession.AlertAction: ArgumentValue {
  static var placeholder: String { "ANSWER" }
}
