import Bus
import FocusAPI
import Standups
import StandupsAPI

/// The `standups forget` command.
enum ForgetVerb {
  static let person = Argument<String>.required(
    "PERSON",
    help: "Name of the person, exactly as in the standup or as “standups focus” shows it.")
  static let standup = Argument<StandupReference?>.option(
    "--standup", help: "Only in this standup. \(StandupReference.help)")
  static let dryRun = Argument<Bool>.flag("--dry-run", help: "Only show what would be erased.")

  static let verb = Verb(
    "forget", summary: "Erase a person's words and name.",
    details: """
      Shows where the person is named, and asks for confirmation. Then it removes the attendee, erases the name and \
      all words of this person from past meetings, and erases the contents of those meetings from the events. Other \
      people’s words stay, even if they name the person; “standups search” finds them. Text without a known speaker \
      also stays. The focus and the focus sessions of a person with that name are erased too, unless --standup is \
      given. An import that is still receiving its file is cancelled; import the file again. Backups, exported files, \
      webhook deliveries and focus events in NATS streams are not erased.
      """,
    arguments: [person, standup, dryRun, Confirmation.yes],
    examples: [
      .init("standups forget Ann --dry-run", "Places where Ann is named."),
      .init("standups forget Ann --yes", "Erases Ann everywhere, without confirmation."),
      .init("standups forget Ann --standup Daily", "Erases Ann from one standup only."),
    ],
    json:
      "{“person”, “erased”: true or false, “standups”: [{“standup”, “title”, “isAttendee”, “meetings”,"
      + " “segments”, “unattributed”}], “focus”: true or false}"
  ) { values, context in
    let person = try values[person].trimmingCharacters(in: .whitespaces)
    let isDry = try values[dryRun]
    try await context.connected { connection in
      let only = try values[standup]
      let places = try await places(of: person, only: only, connection)
      let focus = only == nil ? try await focus(of: person, connection) : nil
      let lines = lines(places) + (focus.map { [line($0)] } ?? [])
      var isErased = false
      if !lines.isEmpty, !isDry {
        if !context.globals.isJSON { try context.console.print(lines.joined(separator: "\n")) }
        isErased = try Confirmation.ask(
          "Erase the words and the name of “\(DisplayText.safe(person))” permanently?",
          isGiven: try values[Confirmation.yes], context)
      }
      if isErased {
        for place in places { try await forget(person, in: place.standup, connection) }
        if focus != nil { _ = try await connection.send(ForgetFocus(person: person)) }
      }
      try context.show(
        Output(person: person, erased: isErased, standups: places, focus: focus != nil)
      ) {
        guard !lines.isEmpty else {
          return ["Nothing was found for “\(DisplayText.safe(person))”."]
        }
        if isDry { return lines + ["Nothing was erased."] }
        return [
          isErased
            ? "Erased. Backups, exported files and webhook deliveries still contain the data."
            : "Nothing was erased."
        ]
      }
    }
  }

  /// A standup that names a person.
  struct Place: Codable {
    var standup: Standup.ID
    var title: String
    var isAttendee: Bool
    var meetings: Int
    var segments: Int
    var unattributed: Int
  }

  struct Output: Codable {
    var person: String
    var erased: Bool
    var standups: [Place]
    /// True if the person has a focus or focus items.
    var focus: Bool
  }

  /// A person’s focus and focus items.
  private struct FocusPlace {
    var items: Int
    /// True if a session is running or has a title.
    var isOpen: Bool
  }

  /// The person's focus and focus items.
  ///
  /// - Returns: nil if the person has neither, if the name is invalid for a focus, or without a
  ///   focus service.
  private static func focus(
    of person: String, _ connection: Connection
  ) async throws -> FocusPlace? {
    do {
      let items = try await connection.send(ListFocusItems(person: person, limit: 1)).total
      let focus = try await connection.send(GetFocus(person: person))
      let isOpen = focus.isRunning || !focus.title.isEmpty
      return items > 0 || isOpen ? FocusPlace(items: items, isOpen: isOpen) : nil
    } catch let error as BusError where [.invalid, .unavailable, .unbound].contains(error.code) {
      return nil
    }
  }

  private static func line(_ focus: FocusPlace) -> String {
    "Focus: " + DisplayText.count(focus.items, "session")
      + (focus.isOpen ? ", and an unfinished one" : "")
  }

  /// Finds a person in all stored data, which is read page by page. A standup that was selected
  /// explicitly is always included, because its past events may name the person.
  private static func places(
    of person: String, only reference: StandupReference?, _ connection: Connection
  ) async throws -> [Place] {
    let finder = Finder(connection: connection)
    var standups: [StandupSummary] = []
    if let reference {
      standups = [try await finder.standup(reference)]
    } else {
      standups = try await finder.standups()
    }
    var found: [Standup.ID: FindPerson.Found] = [:]
    var question = FindPerson(name: person)
    repeat {
      let page = try await connection.send(question)
      for one in page.standups {
        var sum = found[one.standup] ?? FindPerson.Found(standup: one.standup)
        sum.isAttendee = sum.isAttendee || one.isAttendee
        sum.meetings += one.meetings
        sum.segments += one.segments
        sum.unattributed += one.unattributed
        found[one.standup] = sum
      }
      question.after = page.next
    } while question.after != nil
    return standups.compactMap { summary in
      let one = found[summary.id] ?? FindPerson.Found(standup: summary.id)
      let isNamed = one.isAttendee || one.meetings > 0 || one.segments > 0
      guard isNamed || reference != nil else { return nil }
      return Place(
        standup: summary.id, title: summary.standup.title, isAttendee: one.isAttendee,
        meetings: one.meetings, segments: one.segments, unattributed: one.unattributed)
    }
  }

  private static func forget(
    _ person: String, in standup: Standup.ID, _ connection: Connection
  ) async throws {
    var command = ForgetPerson(standup: standup, name: person)
    repeat {
      command.after = try await connection.send(command).next
    } while command.after != nil
  }

  private static func lines(_ places: [Place]) -> [String] {
    places.map { place in
      let title =
        place.title.isEmpty ? "An untitled standup" : "“\(DisplayText.safe(place.title))”"
      var parts = [
        DisplayText.count(place.meetings, "past meeting"),
        DisplayText.count(place.segments, "transcript segment"),
      ]
      if place.isAttendee { parts.insert("an attendee", at: 0) }
      if place.unattributed > 0 {
        parts.append(
          DisplayText.count(place.unattributed, "text") + " without a known speaker (not erased)")
      }
      return "\(title): " + parts.joined(separator: ", ")
    }
  }

}
