import Bus
import Standups
import StandupsAPI
import TimerAPI
import TranscriptionAPI

extension EventLine {
  /// The most important data of an event about standups or meetings; nil for any other event, or if
  /// the type needs no data.
  static func detailOfStandups(_ event: CloudEvent, _ page: MeetingPage) -> String? {
    func data<Data: Decodable>(_ type: Data.Type) -> Data? { try? event.data.decode(as: type) }
    switch event.type {
    case StandupCreated.type: return data(StandupCreated.self)?.standup.title ?? ""
    case StandupUpdated.type: return data(StandupUpdated.self)?.standup.title ?? ""
    case StandupDeleted.type: return data(StandupDeleted.self)?.title ?? ""
    case StandupMoved.type: return (data(StandupMoved.self)?.router).map { "to \($0)" } ?? ""
    case StandupArrived.type: return data(StandupArrived.self)?.standup.title ?? ""
    case MeetingStarted.type: return data(MeetingStarted.self)?.standup.title ?? ""
    case MeetingSpeakerChanged.type:
      return data(MeetingSpeakerChanged.self)?.attendee.displayName ?? ""
    case MeetingTurnEnding.type:
      return data(MeetingTurnEnding.self).map {
        "\($0.attendee.displayName): \(DurationText.clock($0.leftMs + 999)) left"
      } ?? ""
    case MeetingRunningOver.type:
      return data(MeetingRunningOver.self).map { "since \(DurationText.clock($0.elapsedMs))" } ?? ""
    case MeetingAgendaChanged.type:
      return data(MeetingAgendaChanged.self).map {
        "\($0.cause.rawValue): ends at \(DurationText.clock($0.durationMs))"
      } ?? ""
    case MeetingUndone.type:
      return data(MeetingUndone.self).map {
        "\($0.kind.rawValue): \($0.attendee.displayName) at \(DurationText.clock($0.elapsedMs))"
      } ?? ""
    case MeetingAlertPresented.type: return data(MeetingAlertPresented.self)?.alert.title ?? ""
    case MeetingAlertDismissed.type: return data(MeetingAlertDismissed.self)?.action.label ?? ""
    case MeetingSegment.type:
      return data(MeetingSegment.self).map { "\($0.segment.speaker): \($0.segment.text)" } ?? ""
    case MeetingLineCorrected.type:
      return data(MeetingLineCorrected.self).map { "\($0.segment.speaker): \($0.segment.text)" }
        ?? ""
    case MeetingNoted.type:
      return data(MeetingNoted.self).map {
        "\($0.followUp.attendee.displayName): \($0.followUp.text)"
      } ?? ""
    case UpdateWritten.type:
      return data(UpdateWritten.self).map { written in
        written.attendee.displayName + (written.text.map { ": \($0)" } ?? "")
      } ?? ""
    case UpdateRemoved.type: return data(UpdateRemoved.self)?.attendee.description ?? ""
    case GlossaryChanged.type:
      return data(GlossaryChanged.self).map { DisplayText.count($0.count, "term") } ?? ""
    case StandupRecordingDecided.type:
      return data(StandupRecordingDecided.self)?.decision.rawValue ?? ""
    case MeetingRecordingStopped.type: return "no longer allowed"
    case MeetingLineReassigned.type:
      return data(MeetingLineReassigned.self).map { "\($0.segment.speaker): \($0.segment.text)" }
        ?? ""
    case MeetingVoicesRecognised.type:
      return data(MeetingVoicesRecognised.self).map {
        DisplayText.people($0.people)
      } ?? ""
    case MeetingSpeechFailed.type: return data(MeetingSpeechFailed.self)?.reason ?? ""
    case MeetingFinished.type:
      return data(MeetingFinished.self).map {
        DisplayText.count($0.meeting.segments.count, "segment")
      } ?? ""
    case MeetingImported.type:
      return data(MeetingImported.self).map { page.date($0.meeting.date) } ?? ""
    case MeetingErased.type: return data(MeetingErased.self)?.reason.rawValue ?? ""
    case MeetingTick.type:
      return data(TickData.self).map {
        "\(DurationText.clock($0.elapsedMs)) / \(DurationText.clock($0.durationMs))"
      } ?? ""
    case MeetingPartial.type: return data(PartialData.self)?.text ?? ""
    default: return nil
    }
  }
}
