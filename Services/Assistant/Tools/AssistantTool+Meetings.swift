import Bus
import CommandLineKit
import MCP
import Standups
import StandupsAPI

extension AssistantTool {
  static let startMeeting = AssistantTool(
    "start_meeting", title: "Start a meeting", sending: StartMeeting.self,
    arguments: ["standup", "isRecorded", "absent", "present", "order"],
    note: "Call it only if the user asks for it: the clock starts for everyone.",
    isReadOnly: false, isIdempotent: false
  ) { command, call in
    shown(try await call.bus.send(command, idempotencyKey: call.key), "The meeting has started.")
  }

  static let nextSpeaker = AssistantTool(
    "next_speaker", title: "Move on to the next speaker", sending: NextSpeaker.self,
    arguments: ["id", "from"],
    note: "Call it only if the user asks for it: it ends the turn of the current speaker.",
    isReadOnly: false, isIdempotent: false
  ) { command, call in
    shown(try await call.bus.send(command, idempotencyKey: call.key), "The turn has ended.")
  }

  static let getLiveMeeting = AssistantTool(
    "get_live_meeting", title: "Status of a live meeting", sending: GetMeeting.self,
    arguments: ["id"],
    note: "list_standups returns the ids of live meetings. The transcript so far is not included."
  ) { command, call in
    shown(try await call.bus.send(command, idempotencyKey: nil), "The meeting is live.")
  }

  /// Describes a live meeting, without its transcript.
  private static func shown(_ live: LiveMeeting, _ sentence: String) -> Shown<LiveMeeting> {
    var live = live
    live.session.leaveOutWords()
    live.session.floor = []
    let session = live.session
    let speakers = session.schedule.speakers
    var lines = [
      "\(UserContent.title(session.standup)): meeting \(session.id)",
      "Speaker \(session.speakerIndex + 1) of \(speakers): "
        + UserContent.line(session.attendee(at: session.speakerIndex).displayName),
    ]
    if !session.isLastSpeaker {
      lines.append(
        "Next: " + UserContent.line(session.attendee(at: session.speakerIndex + 1).displayName))
    }
    let time =
      "\(DurationText.clock(live.elapsedMs)) of \(DurationText.clock(session.plan.durationMs)) have passed."
    var alert = ""
    if let shown = session.alert {
      alert = " It waits for an answer, which a person gives on the page or with “standups answer”."
      let actions = shown.actions.map { UserContent.line($0.label) }.joined(separator: ", ")
      lines.append("Question: \(UserContent.line(shown.title)) Answers: \(actions)")
    }
    return Shown(sentence: "\(sentence) \(time)\(alert)", lines: lines, reply: live)
  }
}
