import Bus
import FastJSON
import Standups
import StandupsAPI

extension PersonalData {
  /// The person as an attendee, and all of their words in past meetings.
  static let inStandups = PersonalData(
    member: "standups",
    json: "[{“standup”, “title”, “isAttendee”, “meetings”, “segments”, “unattributed”}]",
    help: """
      Then it removes the attendee, erases the name and all words of this person from past meetings, and erases the \
      contents of those meetings from the events. Other people’s words stay, even if they name the person; “standups \
      search” finds them. Text without a known speaker also stays.
      """
  ) { person, standup, connection in
    let places = try await places(of: person, only: standup, connection)
    return Found(json: try RawJSON(encoding: places), lines: lines(places)) { connection in
      for place in places { try await forget(person, in: place.standup, connection) }
    }
  }

  /// A standup that names a person.
  private struct Place: Encodable {
    var standup: Standup.ID
    var title: String
    var isAttendee: Bool
    var meetings: Int
    var segments: Int
    var unattributed: Int
  }

  /// Finds a person in all stored data, which is read page by page. A standup that was named
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
