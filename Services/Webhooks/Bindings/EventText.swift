import Bus
import CommandLineKit
import Foundation
import Links
import RouterAPI
import ScheduleAPI
import Standups
import StandupsAPI
import WebhooksAPI

/// Texts of events for people in a chat.
enum EventText {
  /// Event types of the services that have a text for people.
  static let told = [
    MeetingFinished.type, MeetingNoted.type, MeetingReminder.type, MeetingDue.type,
    MeetingMissed.type,
  ]

  /// Resolves the event types of a webhook for a chat.
  ///
  /// - Parameter named: types and families; empty for all types that have a text.
  /// - Throws: `BusError` `invalid` for a service's type without a text.
  static func types(_ named: [String]) throws(BusError) -> [String] {
    guard !named.isEmpty else { return told }
    var types: [String] = []
    for name in named {
      let word = name.prefix { $0 != "." }.lowercased()
      let ours = told.filter { $0 == name || $0.hasPrefix(name.hasSuffix(".") ? name : "\(name).") }
      guard !ours.isEmpty || !EventDraft.reserved.contains(word) else {
        let known = told.joined(separator: ", ")
        throw BusError(
          .invalid,
          "Invalid event type “\(name.prefix(64))” for a chat; expected one of"
            + " \(known), or a type of your own.",
          detail: ["member": "types"])
      }
      types += (ours.isEmpty ? [name] : ours).filter { !types.contains($0) }
    }
    return types
  }

  /// Text of an event.
  ///
  /// - Throws: `DecodingError` if the data does not match the event type.
  static func text(_ event: CloudEvent) throws -> WebhookText {
    switch event.type {
    case MeetingFinished.type: text(of: try event.data.decode(as: MeetingFinished.self))
    case MeetingNoted.type: text(of: try event.data.decode(as: MeetingNoted.self).followUp)
    case MeetingReminder.type: text(of: try event.data.decode(as: MeetingReminder.self))
    case MeetingDue.type: text(of: try event.data.decode(as: MeetingDue.self))
    case MeetingMissed.type: text(of: try event.data.decode(as: MeetingMissed.self))
    default:
      WebhookText(title: event.type, text: "Subject: \(event.subject)", code: event.data.text)
    }
  }

  // MARK: Meetings

  private static func text(of finished: MeetingFinished) -> WebhookText {
    let meeting = finished.meeting
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
    return WebhookText(
      title: "\(title(finished.title)) is over", text: sentence,
      parts: parts.isEmpty ? nil : parts,
      link: DeepLink(.meeting(finished.standup, meeting.id)).description)
  }

  private static func text(of followUp: FollowUp) -> WebhookText {
    WebhookText(
      title: "Follow-up for \(followUp.attendee.displayName)",
      text: "It appears in their next turns until it is done.",
      parts: [.init(name: followUp.attendee.displayName, text: followUp.text)])
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

  // MARK: Schedules

  private static func text(of reminder: MeetingReminder) -> WebhookText {
    WebhookText(
      title: "\(title(reminder.title)) starts soon",
      text: reminder.mode == .start
        ? "It starts automatically at \(time(reminder.at))."
        : "It is scheduled for \(time(reminder.at)).",
      link: reminder.link)
  }

  private static func text(of due: MeetingDue) -> WebhookText {
    WebhookText(
      title: due.meeting == nil
        ? "\(title(due.title)) is due" : "\(title(due.title)) has started",
      text: "It was scheduled for \(time(due.at)).", link: due.link)
  }

  private static func text(of missed: MeetingMissed) -> WebhookText {
    let when =
      missed.count > 1
      ? "\(missed.count) times, from \(time(missed.since)) to \(time(missed.at))"
      : "for \(time(missed.at))"
    return WebhookText(
      title: "\(title(missed.title)) was missed",
      text: "It was scheduled \(when). \(missed.reason)",
      link: missed.link)
  }

  private static func title(_ title: String) -> String {
    title.allSatisfy(\.isWhitespace) ? "The standup" : title
  }

  /// Time such as “09:30 UTC on 2026-11-23”; in UTC because readers may be in any time zone.
  private static func time(_ date: Date) -> String {
    let text = Timestamp.format(date)
    return "\(text.dropFirst(11).prefix(5)) UTC on \(text.prefix(10))"
  }
}
