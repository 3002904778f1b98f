import Bus
import Standups

extension GetMeetingStats {
  /// Maximum number of meetings whose figures are read at once, more than 50 on each day of a year.
  package static let maxMeetings = 20_000

  /// Reads the figures of all meetings in the window, page by page.
  ///
  /// - Parameter send: sends one command to the service.
  /// - Returns: the figures of all pages, added up, without a cursor.
  /// - Throws: the error of a command, such as `not_found`; `too_large` for too many meetings.
  package func whole(
    isolation: isolated (any Actor)? = #isolation,
    _ send: (GetMeetingStats) async throws -> Reply
  ) async throws -> Reply {
    var command = self
    var all = try await send(command)
    // All pages have the window of the first one, even if the time moves on.
    (command.fromMs, command.toMs) = (all.fromMs, all.toMs)
    while let next = all.next {
      command.after = next
      let page = try await send(command)
      all.add(page)
      guard all.meetings.count <= Self.maxMeetings else {
        throw BusError(
          .tooLarge,
          "The window contains more than \(Self.maxMeetings) meetings; choose a shorter one.")
      }
      // A cursor that stays the same would never end.
      all.next = page.next == next ? nil : page.next
    }
    return all
  }
}

extension GetMeetingStats.Reply {
  /// Adds the figures of older meetings, or of another standup.
  package mutating func add(_ other: Self) {
    meetings = (meetings + other.meetings).sorted { $0.date > $1.date }
    attendees.merge(other.attendees, by: \.id) { mine, other in
      mine.present &+= other.present
      mine.late &+= other.late
      mine.absent &+= other.absent
      mine.spoke &+= other.spoke
      mine.spokenMs &+= other.spokenMs
      mine.plannedMs &+= other.plannedMs
      mine.over &+= other.over
      mine.overMs &+= other.overMs
    }
    weeks.merge(other.weeks, by: \.startMs) { mine, other in
      mine.meetings &+= other.meetings
      mine.durationMs &+= other.durationMs
      mine.plannedMs &+= other.plannedMs
      mine.spokenMs &+= other.spokenMs
      mine.present &+= other.present
      mine.late &+= other.late
      mine.absent &+= other.absent
    }
    weeks.sort { $0.startMs > $1.startMs }
  }
}

extension Array {
  /// Adds each value to the one with the same key, or else appends it.
  fileprivate mutating func merge(
    _ other: Self, by key: (Element) -> some Hashable, adding add: (inout Element, Element) -> Void
  ) {
    var places = Dictionary(
      enumerated().map { (key($1), $0) }, uniquingKeysWith: { first, _ in first })
    for each in other {
      if let place = places[key(each)] {
        add(&self[place], each)
      } else {
        places[key(each)] = count
        append(each)
      }
    }
  }
}
