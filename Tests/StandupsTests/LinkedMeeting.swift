import Countdown
import StandupsDependencies
import Standups

/// A recorded meeting of 30 s in which Ann, Bob and Cy, who is only a name, have 10 s each.
enum LinkedMeeting {
  static let ann = Attendee.PersonID(.init(number: 71))
  static let bob = Attendee.PersonID(.init(number: 72))

  /// A time after the start, in milliseconds.
  static func moment(_ ms: Int64 = 0) -> ClockReading {
    ClockReading(wallMs: 1_700_000_000_000 + ms, boot: "test", uptimeUs: ms * 1000)
  }

  static func session() -> MeetingSession {
    let people: [(String, Attendee.PersonID?)] = [("Ann", ann), ("Bob", bob), ("Cy", nil)]
    var session = MeetingSession(
      id: Meeting.ID(.init(number: 1)),
      standup: Standup(
        id: Standup.ID(.init(number: 2)), durationMs: 30_000,
        attendees: IdentifiedArray(
          people.enumerated().map { index, entry in
            Attendee(
              id: Attendee.ID(.init(number: UInt32(10 + index))), name: entry.0, person: entry.1)
          })),
      clock: CountdownClock(elapsedMs: 0, at: moment(), isRunning: false))
    session.begin(at: moment(), isRecording: true)
    return session
  }
}
