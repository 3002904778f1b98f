import Documents
import FastJSON
import Standups
import StandupsAPI

/// Documents of the standups service. Archives do not contain live meetings.
extension DocumentKind {
  /// Transcripts of live meetings, one document for each line.
  static let sessionLines = DocumentKind("session.lines", slot: .content) {
    $0.problem(as: MeetingSession.Line.self)
  }
  /// States of live meetings.
  static let sessionStates = DocumentKind("session.states", slot: .content) {
    $0.problem(as: MeetingSession.State.self)
  }
  /// Later parts of long past meetings.
  static let meetingParts = DocumentKind(
    "meetings.parts", slot: .content, archive: Archiving(hasTeams: true)
  ) { $0.problem(as: Meeting.self) }
  /// Past meetings.
  static let meetings = DocumentKind(
    "meetings", slot: .content,
    archive: Archiving(
      hasTeams: true,
      conflict: .init(
        collection: sessions.collection,
        reason: "The meeting is live here; import the archive after it is over."))
  ) { $0.problem(as: Meeting.self) }
  /// Discarded meetings that can be restored. Archives do not contain them, because they are to be
  /// deleted.
  static let discarded = DocumentKind("meetings.discarded", slot: .content) {
    $0.problem(as: DiscardedMeeting.self)
  }
  /// Open follow-ups.
  static let followUps = DocumentKind("followUps", slot: .content, archive: Archiving()) {
    $0.problem(as: FollowUp.self)
  }
  /// Written updates that wait for the end of a meeting.
  static let updates = DocumentKind("updates", slot: .content, archive: Archiving()) {
    $0.problem(as: PendingUpdates.self)
  }
  /// Standups.
  static let standups = DocumentKind(
    "standups", slot: .presence,
    archive: Archiving(
      hasTeams: true,
      // An older archive does not contain the text.
      imported: { document in
        var imported = document
        imported.searchText = try document.body.decode(as: StandupSummary.self).standup.searchText
        return imported
      },
      announcement: { document in
        let standup = try document.body.decode(as: StandupSummary.self).standup
        return try .of(
          StandupArrived(standup: standup), about: document.id, standup: document.id,
          team: standup.teamID)
      })
  ) { $0.problem(as: StandupSummary.self) }
  /// Live meetings as they were at the start.
  static let sessions = DocumentKind("sessions", slot: .presence) {
    $0.problem(as: MeetingSession.self)
  }
  /// Retention of teams, a setting of each installation.
  static let retention = DocumentKind("retention")
  /// Imports that have not finished.
  static let imports = DocumentKind("imports")
  /// Parts of these imports.
  static let importParts = DocumentKind("imports.parts")
  /// Glossaries of teams.
  static let glossaries = DocumentKind("glossaries", archive: Archiving(hasTeams: true)) {
    $0.problem(as: StoredGlossary.self)
  }
}
