import Bus
import Documents
import Foundation

/// An event as a line of human-readable text.
struct EventLine {
  var text: String

  /// Formats an event.
  ///
  /// - Parameter page: provides the reader's time zone and the text styles.
  init(_ event: CloudEvent, _ page: MeetingPage) {
    let ink = page.console.ink
    text = [
      ink.dim(page.time(event.time)), ink.bold(DisplayText.safe(event.type)),
      ink.dim(Self.subject(event)),
      DisplayText.safe(Self.detail(event, page)),
    ].filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// The subject of an event. The start of an id is enough; other subjects are shown up to 60
  /// columns.
  static func subject(_ event: CloudEvent) -> String {
    DisplayText.safe(
      UUID(uuidString: event.subject) == nil
        ? DisplayText.truncate(event.subject, to: 60) : String(event.subject.prefix(8)))
  }

  /// The most important data of an event; empty if the type is sufficient or the data cannot be
  /// decoded.
  static func detail(_ event: CloudEvent, _ page: MeetingPage) -> String {
    if event.isErased { return "(erased)" }
    for feature in Features.all {
      if let detail = feature.eventDetail(event, page) { return detail }
    }
    return event.data["message"]?.string ?? event.data["reason"]?.string ?? ""
  }
}
