import Documents
import FastJSON
import Standups
import StandupsAPI

/// A file that is taken over in parts, as it is saved.
struct FileImport: Identifiable, Codable, Hashable, Sendable {
  var progress: ImportProgress
  let existing: ImportStandups.Existing
  /// The last standup of the parts that are in their places: the next part may go on with it.
  var last: Standup.ID?
  /// Whether that standup is the file's, and not one that was kept.
  var isLastTaken = false
  /// Up to where the next part is in its place; nil for nothing of it.
  var placed: Place?
  /// When all of it was in its place, in milliseconds since 1970.
  var doneAtMs: Int64?

  /// A place in a part.
  struct Place: Codable, Hashable {
    /// So many standups come before it, with all their meetings.
    var standups = 0
    /// And so many meetings of the next one.
    var meetings = 0
  }

  var id: ImportStandups.ID { progress.id }

  init(id: ImportStandups.ID, existing: ImportStandups.Existing) {
    progress = ImportProgress(id: id)
    self.existing = existing
  }
}

extension FileImport: StoredValue {
  /// The most parts of a file, and standups and meetings of a part.
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
  /// What is left of the next part.
  func rest(of part: [StandupWithMeetings]) -> [StandupWithMeetings] {
    guard let placed else { return part }
    var rest = Array(part.dropFirst(placed.standups))
    if let first = rest.first {
      rest[0].meetings = Array(first.meetings.dropFirst(placed.meetings))
    }
    return rest
  }

  /// What comes to its place next.
  ///
  /// - Parameter meeting: the first one for which there is no room; nil if there is room for all.
  /// - Returns: the piece, and where it ends; nil for the end of the part.
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

/// What is known of a file while its parts come. Only its ids are in memory.
struct ReceivedFile: Hashable, Sendable {
  private(set) var last: Standup?
  private(set) var order = PartOrder()
  private var standups: Set<Standup.ID> = []
  private var meetings: Set<Meeting.ID> = []

  /// How many standups and meetings came so far.
  var count: Int { standups.count + meetings.count }

  /// Takes note of what a part has.
  ///
  /// - Throws: `invalid`, if something of it was in an earlier part.
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

/// Whether the parts of long meetings come in order, and all of them.
struct PartOrder: Hashable, Sendable {
  private struct Last: Hashable {
    var id: Meeting.ID
    var part: Int
    var parts: Int
  }

  private var last: Last?

  /// Whether no part of the last meeting is missing.
  var isComplete: Bool { last.map { $0.part == $0.parts } ?? true }

  /// Takes the next meeting, or part of one.
  ///
  /// - Returns: whether it may come now.
  mutating func take(_ meeting: Meeting) -> Bool {
    let next = Last(id: meeting.id, part: meeting.part ?? 1, parts: meeting.parts ?? 1)
    let isNext =
      next.part == 1
      ? isComplete : last == Last(id: next.id, part: next.part - 1, parts: next.parts)
    last = next
    return isNext
  }
}
