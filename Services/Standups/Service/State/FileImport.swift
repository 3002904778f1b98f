import Documents
import FastJSON
import Standups
import StandupsAPI

/// A file that is imported in parts, as it is saved.
struct FileImport: Identifiable, Codable, Hashable, Sendable {
  var progress: ImportProgress
  let existing: ImportStandups.Existing
  /// The last standup of the applied parts; the next part may continue it.
  var last: Standup.ID?
  /// True if that standup was imported, and not kept as it was.
  var isLastTaken = false
  /// Position up to which the next part is applied; nil for nothing of it.
  var placed: Place?
  /// Time at which the import was complete, in milliseconds since 1970-01-01 UTC.
  var doneAtMs: Int64?

  /// A position in a part.
  struct Place: Codable, Hashable {
    /// Number of standups before it, with all their meetings.
    var standups = 0
    /// Number of meetings of the next standup before it.
    var meetings = 0
  }

  var id: ImportStandups.ID { progress.id }

  init(id: ImportStandups.ID, existing: ImportStandups.Existing) {
    progress = ImportProgress(id: id)
    self.existing = existing
  }
}

extension FileImport: StoredValue {
  /// Valid numbers of parts of a file, and of standups and meetings of a part.
  private static let counts = 0...1_000_000_000

  func problem(in document: Document) -> String? {
    if "\(id)" != document.id { return Self.isAnother }
    let place = placed ?? Place()
    let numbers = [
      progress.parts, progress.applied, progress.created, progress.replaced, progress.kept,
      place.standups, place.meetings,
    ]
    guard numbers.allSatisfy(Self.counts.contains), progress.applied <= progress.parts else {
      return "Invalid count in the import; expected 0 to \(Self.counts.upperBound)."
    }
    return doneAtMs.map(WireTime.sinceEpochMs.contains) ?? true
      ? nil : "Invalid “doneAtMs”; expected a time in the years 1970 to 9999."
  }
}

extension FileImport {
  /// The rest of the next part, which is not applied yet.
  func rest(of part: [StandupWithMeetings]) -> [StandupWithMeetings] {
    guard let placed else { return part }
    var rest = Array(part.dropFirst(placed.standups))
    if let first = rest.first {
      rest[0].meetings = Array(first.meetings.dropFirst(placed.meetings))
    }
    return rest
  }

  /// The piece of a part that is applied next.
  ///
  /// - Parameter meeting: the first meeting that does not fit in the commit; nil if all fit.
  /// - Returns: the piece, and the position of its end; nil for the end of the part.
  func piece(
    of part: [StandupWithMeetings], before meeting: Meeting.ID?
  ) -> ([StandupWithMeetings], Place?) {
    var piece = rest(of: part)
    for (index, element) in piece.enumerated() {
      guard let end = element.meetings.firstIndex(where: { $0.id == meeting }) else { continue }
      piece.removeSubrange((index + (end > 0 ? 1 : 0))...)
      if end > 0 { piece[index].meetings.removeSubrange(end...) }
      let before = placed ?? Place()
      return (
        piece,
        Place(
          standups: before.standups + index, meetings: (index == 0 ? before.meetings : 0) + end)
      )
    }
    return (piece, nil)
  }
}

/// A file whose parts are arriving. Only its ids are in memory.
struct ReceivedFile: Hashable, Sendable {
  private(set) var last: Standup?
  private(set) var order = PartOrder()
  private var standups: Set<Standup.ID> = []
  private var meetings: Set<Meeting.ID> = []

  /// Number of standups and meetings that have arrived.
  var count: Int { standups.count + meetings.count }

  /// Records the content of a part.
  ///
  /// - Throws: `invalid` if some of it was in an earlier part.
  mutating func take(_ part: [StandupWithMeetings]) throws {
    for (index, element) in part.enumerated() {
      let goesOn = index == 0 && element.standup == last
      if !standups.insert(element.id).inserted, !goesOn {
        throw StandupsCommand.invalid("[\(index)].id", "this standup is already in an earlier part")
      }
      for (position, meeting) in element.meetings.enumerated() {
        let path = "[\(index)].meetings[\(position)]"
        guard order.take(meeting) else {
          throw StandupsCommand.invalid(
            "\(path).part", "the parts of a meeting must be complete and in order")
        }
        guard meetings.insert(meeting.id).inserted || meeting.part != nil else {
          throw StandupsCommand.invalid("\(path).id", "this meeting is already in an earlier part")
        }
      }
      last = element.standup
    }
  }
}

/// Checks that the parts of long meetings arrive completely and in order.
struct PartOrder: Hashable, Sendable {
  private struct Last: Hashable {
    var id: Meeting.ID
    var part: Int
    var parts: Int
  }

  private var last: Last?

  /// True if no part of the last meeting is missing.
  var isComplete: Bool { last.map { $0.part == $0.parts } ?? true }

  /// Records the next meeting, or part of one.
  ///
  /// - Returns: true if it may follow the previous one.
  mutating func take(_ meeting: Meeting) -> Bool {
    let next = Last(id: meeting.id, part: meeting.part ?? 1, parts: meeting.parts ?? 1)
    let isNext =
      next.part == 1
      ? isComplete : last == Last(id: next.id, part: next.part - 1, parts: next.parts)
    last = next
    return isNext
  }
}
