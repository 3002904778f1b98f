import Bus
import Foundation
import Standups
import StandupsAPI

/// Looks up the standups and meetings that the user named.
struct Finder: Sendable {
  var connection: Connection

  /// Returns all standups in the order of their creation. Those of other installations come last.
  func standups() async throws -> [StandupSummary] {
    var (all, elsewhere) = try await standups(of: connection)
    for other in try await connection.others(elsewhere) {
      all += try await standups(of: other).here
    }
    return all
  }

  private func standups(
    of connection: Connection
  ) async throws -> (here: [StandupSummary], elsewhere: [StandupsPlace]?) {
    var all: [StandupSummary] = []
    var after: String?
    var elsewhere: [StandupsPlace]?
    repeat {
      let page = try await connection.send(ListStandups(after: after))
      all += page.standups
      after = page.next
      elsewhere = page.elsewhere
    } while after != nil
    return (all, elsewhere)
  }

  func standup(_ reference: StandupReference) async throws -> StandupSummary {
    try Self.match(reference, in: try await standups())
  }

  /// Returns the standup that a reference identifies.
  ///
  /// - Throws: `Failure` unless exactly one matches.
  static func match(
    _ reference: StandupReference, in all: [StandupSummary]
  ) throws -> StandupSummary {
    let text = reference.text
    if let id = Standup.ID(text) {
      guard let found = all.first(where: { $0.id == id }) else {
        throw Failure.notFound("Standup", "\(id)", list: "standups list")
      }
      return found
    }
    let wanted = text.trimmingCharacters(in: .whitespaces).lowercased()
    let titled = all.named(text) { $0.standup.title }
    if titled.count == 1 { return titled[0] }
    let prefixed =
      wanted.count >= 4 && wanted.allSatisfy { $0.isHexDigit || $0 == "-" }
      ? all.filter { $0.id.description.hasPrefix(wanted) } : []
    let found = titled.isEmpty ? prefixed : titled
    if found.count == 1 { return found[0] }
    guard found.isEmpty else {
      let list = found.map { "\($0.id) (\(DisplayText.safe($0.standup.title)))" }
      throw Failure.ambiguous(text, list)
    }
    let near = Meant.nearest(to: text, in: all.map(\.standup.title).filter { !$0.isEmpty })
    throw Failure.notFound("Standup", "“\(text)”", list: "standups list", near: near)
  }

  /// Returns the live meeting of a standup; without a reference, the only live meeting.
  func live(_ reference: StandupReference?) async throws -> LiveMeeting {
    let live = try await connection.liveMeetings().meetings
    guard let reference else {
      switch live.count {
      case 1: return live[0]
      case 0:
        throw Failure.notFound(
          "No meeting is live. Start one with “standups start STANDUP”.")
      default:
        let titles = live.map { "“\(DisplayText.safe($0.session.standup.title))”" }
        throw Failure(
          .data, code: "ambiguous",
          "More than one meeting is live. Name one of these standups: \(titles.joined(separator: ", "))."
        )
      }
    }
    if let found = Self.only(live.filter { $0.session.id.description.hasPrefix(reference.text) }),
      reference.text.count >= 4
    {
      return found
    }
    // Live meetings include the titles of their standups, so the list of all standups need not be
    // read.
    if let found = Self.only(live.named(reference.text) { $0.session.standup.title }) {
      return found
    }
    let standup = try await standup(reference)
    guard let found = live.first(where: { $0.session.standup.id == standup.id }) else {
      throw Failure.notFound(
        "“\(DisplayText.safe(standup.standup.title))” has no live meeting. Start one with"
          + " “standups start”.")
    }
    return found
  }

  /// Returns a past meeting of a standup, regardless of how many it has.
  ///
  /// - Parameter withWords: true if the transcript is needed.
  func meeting(
    _ reference: MeetingReference, of standup: Standup.ID, withWords: Bool = true
  ) async throws -> Meeting {
    var after: String?
    var found: [Meeting] = []
    var shortened: [Meeting.ID] = []
    repeat {
      let page = try await connection.send(
        GetStandup(id: standup, after: after, limit: reference == .last ? 1 : 200))
      if reference == .last {
        guard let newest = page.meetings.first else {
          throw Failure.notFound("This standup has no past meetings yet.")
        }
        found = [newest]
      } else {
        found += page.meetings.filter { $0.id.description.hasPrefix(reference.text) }
        after = page.next
      }
      shortened += page.shortened ?? []
    } while after != nil
    guard let first = found.first else {
      throw Failure.notFound("Past meeting", reference.text, list: "standups meetings list STANDUP")
    }
    guard found.count == 1 else {
      throw Failure.ambiguous(reference.text, found.map(\.id.description))
    }
    guard !withWords || !shortened.contains(first.id) else {
      throw Failure(
        .data, code: "too_large",
        "The transcript is too long to show. Write it to a file with “standups export”.")
    }
    return withWords ? try await whole(first, of: standup) : first
  }

  /// Returns a meeting with all of its parts.
  private func whole(_ first: Meeting, of standup: Standup.ID) async throws -> Meeting {
    var parts = [first]
    while parts.count < first.parts ?? 1 {
      parts.append(
        try await connection.send(
          GetMeetingPart(standup: standup, meeting: first.id, part: parts.count + 1)))
    }
    return Meeting.joined(parts) ?? first
  }

  private static func only<Element>(_ elements: [Element]) -> Element? {
    elements.count == 1 ? elements[0] : nil
  }
}

extension Connection {
  /// Returns the live meetings of all installations. If they exceed the maximum message size, they
  /// are read in pages without their transcripts.
  func liveMeetings() async throws -> ListLiveMeetings.Reply {
    var whole = try await liveMeetingsHere()
    for other in try await others(whole.elsewhere) {
      whole.meetings += try await other.liveMeetingsHere().meetings
    }
    whole.elsewhere = nil
    return whole
  }

  private func liveMeetingsHere() async throws -> ListLiveMeetings.Reply {
    var whole = try await send(ListLiveMeetings())
    while let next = whole.next {
      let page = try await send(ListLiveMeetings(after: next))
      whole.meetings += page.meetings
      whole.next = page.next
    }
    return whole
  }
}

extension Optional {
  /// Returns the result of an asynchronous function for the value; nil if the value is nil.
  func asyncMap<Value>(_ body: (Wrapped) async throws -> Value) async rethrows -> Value? {
    guard let self else { return nil }
    return try await body(self)
  }
}
