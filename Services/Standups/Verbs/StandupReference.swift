import Foundation

/// A reference to a standup: its id, the start of the id, or its title.
struct StandupReference: ArgumentValue, Hashable {
  var text: String
  init(argument: String) throws {
    guard !argument.allSatisfy(\.isWhitespace) else {
      throw UsageError(message: "expected a title or an id")
    }
    text = argument
  }
  static var placeholder: String { "STANDUP" }
  static var completion: Completion { .standups }
  static let help = "Title of the standup, its id, or the start of its id."
}

/// A reference to a meeting: its id, the start of the id, or `last`.
struct MeetingReference: ArgumentValue, Hashable {
  var text: String
  init(argument: String) throws {
    let letters = argument.lowercased()
    guard
      letters == "last" || (!letters.isEmpty && letters.allSatisfy { $0.isHexDigit || $0 == "-" })
    else { throw UsageError(message: "expected the id of a meeting, the start of one, or “last”") }
    text = letters
  }
  static var placeholder: String { "MEETING" }
  static var completion: Completion { .words(["last"]) }
  static let last = MeetingReference(text: "last")
  private init(text: String) { self.text = text }
}

extension Sequence {
  /// The elements with a name, ignoring case and surrounding whitespace. If an element matches
  /// exactly, only exact matches are returned.
  func named(_ text: String, _ name: (Element) -> String) -> [Element] {
    func plain(_ text: String) -> String { text.trimmingCharacters(in: .whitespaces).lowercased() }
    let found = filter { plain(name($0)) == plain(text) }
    let exact = found.filter { name($0) == text }
    return exact.isEmpty ? found : exact
  }
}

extension Failure {
  /// Failure if no attendee has the name.
  static func noAttendee(_ name: String, among names: [String]) -> Failure {
    notFound(
      "No attendee is named “\(DisplayText.safe(name))”. Attendees:"
        + " \(names.map { DisplayText.safe($0) }.joined(separator: ", ")).")
  }
}
