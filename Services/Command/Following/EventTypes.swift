import FocusAPI
import RouterAPI
import ScheduleAPI
import StandupsAPI

/// The types of events there are.
enum EventTypes {
  /// What the journal keeps.
  static let durable =
    MeetingEvents.durable + FocusEvents.durable + ScheduleEvents.durable + RouterEvents.durable
  /// What is published and not kept.
  static let ephemeral = [MeetingEvents.tick, MeetingEvents.partial, FocusEvents.tick]
  static let all = durable + ephemeral
  /// What begins with a word and a dot.
  static let families = Set(durable.map { String($0.prefix { $0 != "." }) + "." }).sorted()

  /// A view's notice of an event whose data it does not understand.
  static func unreadableNotice(_ type: String) -> String {
    "Cannot read the event \(type). This program may be out of date."
  }

  /// The types that a word stands for: a type, or a family such as `meeting` or `meeting.`. One that
  /// is not known here may be known to the router, and stands for itself.
  static func expanded(_ word: String) -> [String] {
    if all.contains(word) { return [word] }
    let family = all.filter { $0.hasPrefix(word.hasSuffix(".") ? word : word + ".") }
    return family.isEmpty ? [word] : family
  }
}
