import Documents
import ScheduleAPI
import Standups
import StandupsAPI
import TranscriptionAPI

/// What has to be forgotten with what standups erases: others than standups know it, or keep it.
struct Forgotten {
  /// Meetings whose words are erased.
  private var meetings: Set<String> = []
  /// Those of them that were over: of a live one the recogniser hears otherwise.
  private var past: Set<String> = []
  /// Standups that are gone.
  private var standups: Set<String> = []

  init(_ decided: ChangesDecided) {
    for case .erase(let erasure) in decided.changes {
      if let meeting = erasure.meeting { meetings.insert(meeting) }
      // Nothing but its deletion erases all of a standup.
      if let standup = erasure.standup, erasure.keepsMeetings != true { standups.insert(standup) }
    }
    for event in decided.events where event.labels.type == MeetingErased.type {
      if let meeting = event.labels.meeting { past.insert(meeting) }
    }
    meetings.formUnion(past)
  }

  /// What else is changed in the same transaction.
  var changes: [DocumentChange] {
    meetings.union(standups).sorted().map {
      .deleteMentioning(collection: DeadLetterOffice.collection, text: $0)
    } + standups.sorted().map { Authorizations.forgotten($0) }
  }

  /// Whose schedules go. One that is away finds out when it is time.
  var schedules: [TellSubjectGone] { standups.sorted().map { TellSubjectGone(subject: $0) } }

  /// What is told afterwards.
  var commands: [ForgetSpeech] {
    let words = past.sorted().compactMap { Meeting.ID($0)?.workID }
    if standups.isEmpty { return words.isEmpty ? [] : [ForgetSpeech(ids: words)] }
    return standups.sorted().enumerated().map { index, standup in
      ForgetSpeech(subject: standup, ids: index == 0 ? words : [])
    }
  }
}
