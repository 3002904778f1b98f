import Documents
import ScheduleAPI
import Standups
import StandupsAPI
import TranscriptionAPI

/// Data outside the standups service that has to be deleted along with an erasure.
struct Forgotten {
  /// Meetings whose transcripts are erased.
  private var meetings: Set<String> = []
  /// Finished meetings among them. For a live one, the transcription service is notified by other
  /// messages.
  private var past: Set<String> = []
  /// Deleted standups.
  private var standups: Set<String> = []

  init(_ decided: ChangesDecided) {
    for case .erase(let erasure) in decided.changes {
      if let meeting = erasure.meeting { meetings.insert(meeting) }
      // Only the deletion of a standup erases its meetings as well.
      if let standup = erasure.standup, erasure.keepsMeetings != true { standups.insert(standup) }
    }
    for event in decided.events where event.labels.type == MeetingErased.type {
      if let meeting = event.labels.meeting { past.insert(meeting) }
    }
    meetings.formUnion(past)
  }

  /// Additional changes for the same transaction.
  var changes: [DocumentChange] {
    meetings.union(standups).sorted().map {
      .deleteMentioning(collection: DeadLetterOffice.collection, text: $0)
    } + standups.sorted().map { Authorizations.forgotten($0) }
  }

  /// Notifies the schedule service of deleted subjects. If it is unavailable, it notices when the
  /// next time is due.
  var schedules: [TellSubjectGone] { standups.sorted().map { TellSubjectGone(subject: $0) } }

  /// Commands to send after the transaction.
  var commands: [ForgetSpeech] {
    let words = past.sorted().compactMap { Meeting.ID($0)?.workID }
    if standups.isEmpty { return words.isEmpty ? [] : [ForgetSpeech(ids: words)] }
    return standups.sorted().enumerated().map { index, standup in
      ForgetSpeech(subject: standup, ids: index == 0 ? words : [])
    }
  }
}
