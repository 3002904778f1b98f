import CommandLineKit
import Links
import Standups
import StandupsAPI
import WebhooksAPI

extension EventWording {
  /// A meeting that has finished.
  static let meetingFinished = EventWording(MeetingFinished.self) { EventText.text(of: $0) }
  /// A meeting whose end was undone.
  static let meetingReopened = EventWording(MeetingReopened.self) { EventText.text(of: $0) }
  /// A follow-up that was noted in a meeting.
  static let meetingNoted = EventWording(MeetingNoted.self) { EventText.text(of: $0.followUp) }
  /// An update that was written for a meeting.
  static let updateWritten = EventWording(UpdateWritten.self) { EventText.text(of: $0) }
}

extension EventText {
  fileprivate static func text(of finished: MeetingFinished) -> WebhookText {
    let meeting = finished.meeting
    if meeting.ending == .written { return written(finished) }
    let people = (meeting.attendees ?? []).map(\.displayName)
    let met = people.isEmpty ? "They" : list(people)
    let length = meeting.durationMs.map { " for \(DurationText.words($0))" } ?? ""
    var sentence = "\(met) met\(length)."
    if meeting.ending == .timeUp { sentence += " Time ran out." }
    var parts = meeting.spokenTurns.map { turn in
      WebhookText.Part(name: turn.speaker.isEmpty ? "Someone" : turn.speaker, text: turn.text)
    }
    if parts.isEmpty {
      if let silence = meeting.silence {
        sentence += " \(silence)"
      } else {
        parts = [.init(text: meeting.transcript)]
      }
    }
    parts += meeting.writtenUpdates.map { update in
      part(update, suffix: (update.isFromAbsent ? " (absent)" : "") + ", in writing")
    }
    return WebhookText(
      title: "\(title(finished.title)) is over", text: sentence,
      parts: parts.isEmpty ? nil : parts,
      link: DeepLink(.meeting(finished.standup, meeting.id)).description)
  }

  fileprivate static func text(of reopened: MeetingReopened) -> WebhookText {
    let title = title(reopened.standup.title)
    return WebhookText(
      title: "\(title) continues",
      text: reopened.kind == .saved
        ? "The end of the meeting was undone, and its minutes are no longer valid."
        : "The meeting is no longer discarded.",
      link: DeepLink(.record(reopened.standup.id)).description)
  }

  /// The part of a text with a written update.
  private static func part(_ update: ListedUpdate, suffix: String = "") -> WebhookText.Part {
    WebhookText.Part(
      name: update.attendee.displayName + suffix, text: update.lines.joined(separator: "\n"))
  }

  /// The text of a standup that was held in writing.
  private static func written(_ finished: MeetingFinished) -> WebhookText {
    let meeting = finished.meeting
    let missing = meeting.attendeesWithoutUpdate.map(\.displayName)
    let parts = meeting.writtenUpdates.map { part($0) }
    return WebhookText(
      title: "\(title(finished.title)) in writing",
      text: (parts.isEmpty
        ? "No one wrote an update."
        : missing.isEmpty
          ? "Everyone wrote an update." : "No update from \(list(missing))."),
      parts: parts.isEmpty ? nil : parts,
      link: DeepLink(.meeting(finished.standup, meeting.id)).description)
  }

  fileprivate static func text(of followUp: FollowUp) -> WebhookText {
    WebhookText(
      title: "Follow-up for \(followUp.attendee.displayName)",
      text: "It appears in their next turns until it is done.",
      parts: [.init(name: followUp.attendee.displayName, text: followUp.text)])
  }

  fileprivate static func text(of written: UpdateWritten) -> WebhookText {
    let name = written.attendee.displayName
    return WebhookText(
      title: "Written update from \(name)",
      text: written.text == nil
        ? "It will be shown in the next meeting." : "It is shown in the meeting.",
      parts: written.text.map { [.init(name: name, text: $0)] })
  }

  /// Names as a list, such as “Ann, Bob and Cy”; at most `maxNames`, then the number of the others.
  private static func list(_ names: [String]) -> String {
    guard names.count > 1 else { return names.first ?? "" }
    guard names.count <= maxNames else {
      return names.prefix(maxNames).joined(separator: ", ")
        + " and \(names.count - maxNames) more"
    }
    return names.dropLast().joined(separator: ", ") + " and \(names.last ?? "")"
  }

  private static let maxNames = 20
}
