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
  /// When all of it was in its place, in milliseconds since 1970.
  var doneAtMs: Int64?

  var id: ImportStandups.ID { progress.id }

  init(id: ImportStandups.ID, existing: ImportStandups.Existing) {
    progress = ImportProgress(id: id)
    self.existing = existing
  }
}

/// What is known of a file while its parts come. Only its ids are in memory.
struct ReceivedFile: Hashable, Sendable {
  private(set) var last: Standup?
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
        throw StandupsCommand.invalid("[\(index)].id", "an earlier part has this standup too")
      }
      for (position, meeting) in element.meetings.enumerated()
      where !meetings.insert(meeting.id).inserted {
        throw StandupsCommand.invalid(
          "[\(index)].meetings[\(position)].id", "an earlier part has this meeting too")
      }
      last = element.standup
    }
  }
}
