import Bus
import Countdown
import Documents
import FastJSON
import Foundation
import PersistenceAPI
import Standups
import StandupsAPI
import TimerAPI
import TranscriptionAPI

/// Sample values for the messages.
enum Sample {
  static let meeting = Meeting.ID(UUID(uuidString: "6F1C0000-0000-4000-8000-000000000001")!)
  static let standup = Standup.ID(UUID(uuidString: "6F1C0000-0000-4000-8000-000000000002")!)
  /// The meeting's id in the services.
  static let work = "meeting/6f1c0000-0000-4000-8000-000000000001"

  static let clock = CountdownClock(
    elapsedMs: 1200, at: ClockReading(wallMs: 7, boot: "b", uptimeUs: 8), isRunning: true)
  static let running = running()

  static func running(
    _ id: Meeting.ID = meeting, durationMs: Int64 = 9000, isHeard: Bool = true
  ) -> RunningMeeting {
    RunningMeeting(
      id: id, standup: standup, team: "web", durationMs: durationMs, speakers: 3, speaker: 1,
      clock: clock,
      listening: isHeard
        ? RunningMeeting.Listening(startMs: 1300, settledMs: 900, language: "es") : nil)
  }

  /// The services' work for the running meeting.
  static let countdown = StartCountdown(
    id: work, durationMs: 9000, speakers: 3,
    resuming: StartCountdown.Resumption(clock: clock, announcedSpeaker: 1),
    labels: labels("meeting.tick"))
  static let stream = StartRecognition(
    id: work, subject: "6f1c0000-0000-4000-8000-000000000002", startMs: 1300,
    labels: labels("meeting.partial"), settledMs: 900, language: "es")

  private static func labels(_ type: String) -> EventLabels {
    EventLabels(
      type: type, subject: "6f1c0000-0000-4000-8000-000000000001",
      standup: "6f1c0000-0000-4000-8000-000000000002",
      meeting: "6f1c0000-0000-4000-8000-000000000001", team: "web")
  }

  static let line = TranscriptLine(key: "k", fromMs: 1, toMs: 900, text: "hello", stream: "s")
  static let heard = HeardLine(key: "k", fromMs: 1, toMs: 900, text: "hello", stream: "s")
  static let document = Document(
    collection: "standups", id: "1", body: RawJSON(unchecked: Array(#""x""#.utf8)))

  static let status = CountdownStatus(
    id: work, durationMs: 9000, speakers: 3, speaker: 2, clock: clock)

  static func event(_ id: String = "e1") -> NewEvent {
    NewEvent(
      id: id, source: "/standups/standups",
      labels: EventLabels(type: "standup.created", subject: "1", standup: "1"),
      time: Date(timeIntervalSince1970: 1_795_260_600), data: .emptyObject)
  }

  static let committed = Commit.Reply(
    epoch: "epoch", events: [JournalEvent(event: event(), sequence: 1, epoch: "epoch")])
}
