import Bus
import Documents
import FastJSON
import Standups
import StandupsAPI

/// A file that is imported in parts, as it is saved.
struct FileImport: Identifiable, Codable, Hashable, Sendable {
  var progress: ImportProgress
  let existing: ImportStandups.Existing
  /// The actor who sent the file, and the teams whose standups the import may change: the members of
  /// the header under which the parts are applied.
  private(set) var by: String?
  private(set) var teams: String?
  /// Id of the team to which new standups belong; nil for `default`.
  let team: String?
  /// The last standup of the applied parts; the next part may continue it.
  var last: Standup.ID?
  /// True if that standup was imported, and not kept as it was.
  var isLastTaken = false
  /// Position up to which the next part has already been applied; nil if none of it has.
  var placed: Position?
  /// Time at which the import was complete, in milliseconds since 1970-01-01 UTC.
  var doneAtMs: Int64?

  /// A position in a part.
  struct Position: Codable, Hashable {
    /// Number of standups before it, with all their meetings.
    var standups = 0
    /// Number of meetings of the next standup before it.
    var meetings = 0
  }

  var id: ImportStandups.ID { progress.id }

  init(
    id: ImportStandups.ID, existing: ImportStandups.Existing, team: String? = nil,
    header: Header? = nil
  ) {
    progress = ImportProgress(id: id)
    self.existing = existing
    self.team = team
    use(header)
  }

  /// Applies the parts with the rights in a header from now on.
  ///
  /// - Parameter concerned: the teams that the import concerns; others need not wait for it. If there
  ///   are too many for a header, all those of the sender count.
  mutating func use(_ header: Header?, in concerned: Set<String>? = nil) {
    by = header?.by
    teams = header?.teams
    guard let limited = concerned?.filter({ self.header.scope.contains($0) }),
      limited.count <= TeamScope.maxTeams
    else { return }
    teams = TeamScope.teams(limited.sorted()).text
  }

  /// True if nothing more is imported.
  var isOver: Bool { progress.phase == .done || progress.phase == .failed }

  /// The header of the commands that apply the parts.
  var header: Header { Header(by: by, teams: teams) }
}

extension FileImport: StoredValue {
  /// Valid numbers of parts of a file, and of standups and meetings of a part.
  private static let counts = 0...1_000_000_000

  func problem(in document: Document) -> String? {
    if "\(id)" != document.id { return Self.isAnother }
    let place = placed ?? Position()
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
  /// Id of the team to which new standups belong.
  var teamID: String { team ?? TeamScope.defaultTeam }

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
  ) -> ([StandupWithMeetings], Position?) {
    var piece = rest(of: part)
    for (index, element) in piece.enumerated() {
      guard let end = element.meetings.firstIndex(where: { $0.id == meeting }) else { continue }
      piece.removeSubrange((index + (end > 0 ? 1 : 0))...)
      if end > 0 { piece[index].meetings.removeSubrange(end...) }
      let before = placed ?? Position()
      return (
        piece,
        Position(
          standups: before.standups + index, meetings: (index == 0 ? before.meetings : 0) + end)
      )
    }
    return (piece, nil)
  }
}
