import Bus
import Foundation
import ScheduleAPI
import WebhooksAPI

extension EventWording {
  /// A meeting that starts soon.
  static let meetingReminder = EventWording(MeetingReminder.self) { EventText.text(of: $0) }
  /// A meeting that is due or has started.
  static let meetingDue = EventWording(MeetingDue.self) { EventText.text(of: $0) }
  /// A meeting that was missed.
  static let meetingMissed = EventWording(MeetingMissed.self) { EventText.text(of: $0) }
}

extension EventText {
  fileprivate static func text(of reminder: MeetingReminder) -> WebhookText {
    if reminder.mode == .write {
      return WebhookText(
        title: "Updates for \(title(reminder.title))",
        text: "Updates are collected from \(time(reminder.at)).", link: reminder.link)
    }
    return WebhookText(
      title: "\(title(reminder.title)) starts soon",
      text: reminder.mode == .start
        ? "It starts automatically at \(time(reminder.at))."
        : "It is scheduled for \(time(reminder.at)).",
      link: reminder.link)
  }

  fileprivate static func text(of due: MeetingDue) -> WebhookText {
    if let closesAt = due.closesAt {
      return WebhookText(
        title: "Write your update for \(title(due.title))",
        text: (due.zone.map { "For people in \($0). " } ?? "")
          + "Updates are collected until \(time(closesAt)).", link: due.link)
    }
    return WebhookText(
      title: due.meeting == nil
        ? "\(title(due.title)) is due" : "\(title(due.title)) has started",
      text: "It was scheduled for \(time(due.at)).", link: due.link)
  }

  fileprivate static func text(of missed: MeetingMissed) -> WebhookText {
    let when =
      missed.count > 1
      ? "\(missed.count) times, from \(time(missed.since)) to \(time(missed.at))"
      : "for \(time(missed.at))"
    return WebhookText(
      title: "\(title(missed.title)) was missed",
      text: "It was scheduled \(when). \(missed.reason)",
      link: missed.link)
  }

  /// Formats a time such as “09:30 UTC on 2026-11-23”. It is in UTC, because readers may be in any
  /// time zone.
  private static func time(_ date: Date) -> String {
    let text = Timestamp.format(date)
    return "\(text.dropFirst(11).prefix(5)) UTC on \(text.prefix(10))"
  }
}
