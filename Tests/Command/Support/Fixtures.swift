import Bus
import Countdown
import StandupsDependencies
import FastJSON
import Foundation
import Standups
import StandupsAPI

@testable import Command

/// Test data; ids are small numbers.
enum Fixture {
  static func standup(
    _ number: UInt32 = 1, _ title: String = "Daily", names: [String] = ["Ann", "Bob", "Cy"],
    durationMs: Int64 = 36_000
  ) -> Standup {
    Standup(
      id: Standup.ID(UUID(number: number)), title: title, durationMs: durationMs, theme: .teal,
      attendees: IdentifiedArray(
        names.enumerated().map {
          Attendee(id: Attendee.ID(UUID(number: 100 + UInt32($0.offset))), name: $0.element)
        }))
  }

  static func summary(
    _ standup: Standup = standup(), meetings: Int = 0, live: Meeting.ID? = nil
  ) -> StandupSummary {
    StandupSummary(standup: standup, meetings: meetings, live: live)
  }

  static let meetingID = Meeting.ID(UUID(number: 7))

  static func segment(_ index: UInt32, _ text: String) -> Segment {
    let attendee = standup().attendees[Int(index)]
    return Segment(
      attendee: attendee.id, speaker: attendee.name, fromMs: Int64(index) * 12_000,
      toMs: Int64(index) * 12_000 + 5_000, text: text)
  }

  static let finished = MeetingFinished(
    standup: standup().id, title: standup().title, meeting: meeting())

  static func followUp(_ number: UInt32, _ index: Int, _ text: String) -> FollowUp {
    FollowUp(
      id: FollowUp.ID(UUID(number: 0xABCD_0000 + number)), attendee: standup().attendees[index],
      text: text, meeting: Meeting.ID(UUID(number: 6)), atMs: 1_800_000_000_000)
  }

  static func meeting(_ number: UInt32 = 7) -> Meeting {
    Meeting(
      id: Meeting.ID(UUID(number: number)), date: Date(timeIntervalSince1970: 1_800_000_000),
      transcript: "I fixed it. Nothing new.",
      segments: [segment(0, "I fixed it."), segment(1, "Nothing new.")], durationMs: 36_000,
      ending: .timeUp)
  }

  static func live(
    elapsedMs: Int64 = 0, speaker: Int = 0, isRecording: Bool = false,
    alert: MeetingSession.Alert? = nil, segments: [Segment] = [], standup: Standup = standup()
  ) -> LiveMeeting {
    let moment = ClockReading(wallMs: 0, boot: "", uptimeUs: 0)
    return LiveMeeting(
      session: MeetingSession(
        id: meetingID, standup: standup, startedAt: moment,
        clock: CountdownClock(elapsedMs: elapsedMs, at: moment, isRunning: alert == nil),
        speakerIndex: speaker, segments: segments, isRecording: isRecording,
        destination: alert.map { .alert($0) }), elapsedMs: elapsedMs)
  }

  /// A durable or ephemeral event of the meeting.
  static func event(_ type: String, _ data: some Encodable) throws -> CloudEvent {
    CloudEvent(
      id: "1", source: "/standups/standups", type: type, subject: meetingID.description,
      time: Date(timeIntervalSince1970: 1_800_000_000), data: try RawJSON(encoding: data))
  }

  /// An event of the meeting as stored in the journal.
  static func durable<Data: EventData>(_ sequence: Int64, _ data: Data) throws -> CloudEvent {
    var event = try event(Data.type, data)
    event.sequence = CloudEvent.sequenceText(sequence)
    event.epoch = "e1"
    return event
  }

  static func notice<Data: EventData>(_ data: Data) throws -> EventNotice {
    .event(try event(Data.type, data))
  }
}
