import Bus
import Documents
import RouterAPI
import Standups

/// Arguments of the commands that read events.
enum EventArguments {
  static let standup = Argument<StandupReference?>.option(
    "--standup", help: "Only events of this standup.")
  static let meeting = Argument<MeetingReference?>.option(
    "--meeting",
    help: "Only events of this meeting: its id, or the start of the id if the meeting is live or"
      + " --standup is given.")
  static let team = Argument<String?>.option(
    "--team", placeholder: "ID", help: "Only events of this team, given by its id, such as web.")
  static let types = Argument<[String]>.options(
    "--type", placeholder: "TYPE",
    completion: .words(EventTypes.all + EventTypes.families),
    help: "Only events of this type, or of a family such as “meeting.”. Repeatable.")
  static let since = Argument<Since?>.option("--since", help: Since.help)
  static let epoch = Argument<String?>.option(
    "--epoch", placeholder: "EPOCH",
    help: "Epoch that --since refers to; the command fails if the journal has another one.")

  /// Creates the filter from the arguments and resolves names to ids.
  static func filter(_ values: Values, _ connection: Connection) async throws -> EventFilter {
    var filter = EventFilter(types: try values[types])
    for type in filter.types where !isType(type) {
      throw Failure.usage(
        "Invalid --type “\(DisplayText.safe(type))”; expected a type such as meeting.finished, or a"
          + " family such as “meeting.”.")
    }
    for type in filter.types where type.hasSuffix(".") && !EventTypes.families.contains(type) {
      // Events published by other tools have their own families.
      guard EventDraft.problem(ofType: type + "x") != nil else { continue }
      throw Failure.usage(
        "Invalid --type “\(DisplayText.safe(type))”; expected one of the families"
          + " \(EventTypes.families.joined(separator: ", ")).")
    }
    if let id = try values[team] {
      guard TeamScope.problem(ofTeam: id) == nil else {
        throw Failure.usage(
          "Invalid --team “\(DisplayText.safe(id))”; expected the id of a team, such as web.")
      }
      filter.team = id
    }
    let finder = Finder(connection: connection)
    if let reference = try values[standup] {
      filter.standup = try await finder.standup(reference).id
    }
    guard let reference = try values[meeting] else { return filter }
    if let id = Meeting.ID(reference.text) {
      filter.meeting = id
    } else if let standup = filter.standup {
      filter.meeting = try await meeting(reference, of: standup, finder)
    } else {
      guard reference != .last else {
        throw Failure.usage("--meeting last requires --standup.")
      }
      filter.meeting = try await finder.live(StandupReference(argument: reference.text)).session.id
    }
    return filter
  }

  /// True for words separated by dots, optionally with a trailing dot.
  private static func isType(_ type: String) -> Bool {
    let words = type.split(separator: ".", omittingEmptySubsequences: false)
    let whole = type.hasSuffix(".") ? words.dropLast() : words[...]
    return !whole.isEmpty
      && whole.allSatisfy { word in
        !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
      }
  }

  /// The id of a live or past meeting.
  private static func meeting(
    _ reference: MeetingReference, of standup: Standup.ID, _ finder: Finder
  ) async throws -> Meeting.ID {
    let live = try await finder.connection.liveMeetings().meetings
    let found = live.first {
      $0.session.standup.id == standup && $0.session.id.description.hasPrefix(reference.text)
    }
    if let found { return found.session.id }
    return try await finder.meeting(reference, of: standup).id
  }
}
