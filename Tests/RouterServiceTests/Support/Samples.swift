import Bus
import Countdown
import Foundation
import Messages
import Standups

/// Values of the messages.
enum Sample {
  static let meeting = Meeting.ID(UUID(uuidString: "6F1C0000-0000-4000-8000-000000000001")!)
  static let standup = Standup.ID(UUID(uuidString: "6F1C0000-0000-4000-8000-000000000002")!)
  static var id: String { "\(meeting)" }

  static let countdown = StartCountdown(id: id, durationMs: 9000, speakers: 3)
  static let stream = StartRecognition(id: id, subject: "\(standup)", startMs: 0)
  static let line = TranscriptLine(key: "k", fromMs: 0, toMs: 900, text: "hello")
  static let document = Document(collection: "standups", id: "1", body: .string("x"))

  static let status = CountdownStatus(
    id: id, durationMs: 9000, speakers: 3, speaker: 0,
    clock: CountdownClock(
      elapsedMs: 0, at: ClockReading(wallMs: 0, boot: "b", uptimeUs: 0), isRunning: true))

  static func event(_ id: String = "e1") -> NewEvent {
    NewEvent(
      id: id, source: "/standups/standups",
      labels: EventLabels(type: "standup.created", subject: "1", standup: "1"),
      time: Date(timeIntervalSince1970: 1_795_260_600), data: .object([:]))
  }

  static let committed = Commit.Reply(
    epoch: "epoch", events: [JournalEvent(event: event(), sequence: 1, epoch: "epoch")])
}
