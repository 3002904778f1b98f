import Bus
import Countdown
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// Three speakers of ten seconds each.
let design = Standup(
  id: Standup.ID(UUID(number: 0xD0)), title: "Design", durationMs: 30_000, theme: .orange,
  attendees: [
    Attendee(id: Attendee.ID(UUID(number: 0xD1)), name: "Ada"),
    Attendee(id: Attendee.ID(UUID(number: 0xD2)), name: "Grace"),
    Attendee(id: Attendee.ID(UUID(number: 0xD3)), name: ""),
  ])

let product = Standup(
  id: Standup.ID(UUID(number: 0xE0)), title: "Product", durationMs: 1_800_000, theme: .poppy,
  attendees: [Attendee(id: Attendee.ID(UUID(number: 0xE1)), name: "Tony")])

let meetingID = Meeting.ID(UUID(number: 0xF0))

func record(_ standup: Standup, _ sortKey: Int64, meetings: Int = 0) -> StandupRecord {
  StandupRecord(
    standup, sortKey: sortKey, meetings: meetings, lastMeetingMs: meetings > 0 ? 1000 : nil)
}

extension Scenario {
  /// A scenario with “Design”, followed by “Product”.
  static func standups() -> Scenario {
    Scenario { state in
      state.saved.add(record(design, 1))
      state.saved.add(record(product, 2))
      state.nextSortKey = 3
    }
  }

  /// A scenario in which “Design” meets; its clock started at 0.
  static func meeting(
    isRecording: Bool = true, _ change: (inout MeetingSession) -> Void = { _ in }
  ) -> Scenario {
    let time = TestTime()
    var session = MeetingSession(
      id: meetingID, standup: design,
      clock: CountdownClock(elapsedMs: 0, at: time.moment(0), isRunning: false))
    session.begin(at: time.moment(0), isRecording: isRecording)
    change(&session)
    return Scenario { state in
      state.saved.add(record(design, 1))
      state.saved.put(session)
      state.nextSortKey = 2
    }
  }

  /// The same, during the last speaker's turn.
  static func lastTurn(_ change: (inout MeetingSession) -> Void = { _ in }) -> Scenario {
    meeting { session in
      session.speakerIndex = 2
      change(&session)
    }
  }

  /// A scenario in which “Design” meets, with an alert open since 4 s.
  static func alert(
    _ alert: MeetingSession.Alert, isRecording: Bool = true
  ) -> Scenario {
    let time = TestTime()
    var scenario = meeting(isRecording: isRecording) { session in
      session.adopt(session.clock.held(at: time.moment(4_000)))
      session.destination = .alert(alert)
    }
    scenario.time.advance(10_000)
    scenario.store.finish()
    return scenario
  }

  /// A clock that is paused or resumed now.
  func clock(_ elapsedMs: Int64, isRunning: Bool) -> CountdownClock {
    CountdownClock(elapsedMs: elapsedMs, at: time.moment(time.now), isRunning: isRunning)
  }

  var session: MeetingSession? { saved.sessions[id: meetingID] }
}

/// The services that “Design” needs while it meets; only the clock without `listening`.
func needs(
  _ clock: CountdownClock, speaker: Int = 0, listening: RunningMeeting.Listening? = nil,
  id: Meeting.ID = meetingID
) -> RunningMeeting {
  RunningMeeting(
    id: id, standup: design.id, team: "default", durationMs: 30_000, speakers: 3, speaker: speaker,
    clock: clock,
    listening: listening)
}

func line(_ key: String, _ from: Int64, _ to: Int64, _ text: String) -> HeardLine {
  HeardLine(key: key, fromMs: from, toMs: to, text: text)
}

extension MeetingSession {
  /// Adds a recognised line, as the service does.
  mutating func hear(_ line: HeardLine) -> Segment? {
    let line = self.line(line)
    if let line { take(line) }
    return line?.segment
  }
}

/// A follow-up. Default: for Ada.
func followUp(
  _ number: UInt32, in meeting: Meeting.ID = meetingID, of attendee: Attendee = design.attendees[0]
) -> FollowUp {
  FollowUp(
    id: FollowUp.ID(UUID(number: 0xF000 + number)), attendee: attendee, text: "Note \(number).",
    meeting: meeting, atMs: Int64(number))
}

extension FollowUp {
  /// The document of an open follow-up.
  func document(of standup: Standup) throws -> Document {
    Document(
      collection: "followUps", id: "\(id)", parent: "\(standup.id)", sortKey: atMs,
      body: try RawJSON(encoding: self))
  }
}

/// Requires a single session and changes it.
func change(
  _ saved: inout Saved, _ id: Meeting.ID = meetingID, _ body: (inout MeetingSession) -> Void
) {
  guard var session = saved.sessions[id: id] else { return }
  body(&session)
  saved.put(session)
}

/// Requires a single session, and changes its turns such that they can be undone.
///
/// - Parameters:
///   - number: number of the change's id: the number of ids that the scenario generated before.
///   - elapsedMs: elapsed meeting time at the moment of the change, and before it.
func changeTurns(
  _ saved: inout Saved, _ kind: MeetingSession.Undo.Kind, _ number: UInt32 = 0,
  atMs elapsedMs: Int64, at moment: ClockReading, _ body: (inout MeetingSession) -> Void
) {
  change(&saved) { session in
    let before = session
    body(&session)
    session.noteChange(
      kind, MeetingSession.Undo.ID(UUID(number: number)), since: before,
      at: before.clock.jumped(toMs: elapsedMs, at: moment))
  }
}

extension Scenario {
  /// Takes the commit of an end that can be undone, lets it succeed, and asserts its changes.
  ///
  /// - Parameters:
  ///   - record: the standup after the end; nil if it is unchanged.
  ///   - change: changes the meeting before its end.
  @discardableResult
  mutating func commitEnd(
    _ kind: MeetingSession.Ended.Kind, _ events: [String], record: StandupRecord? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout MeetingSession) -> Void = { _ in }
  ) throws -> ChangesDecided {
    let (id, decided) = try takeCommit(sourceLocation: sourceLocation)
    #expect(decided.events.map(\.labels.type) == events, sourceLocation: sourceLocation)
    let data = try #require(decided.events.last?.data, sourceLocation: sourceLocation)
    let undo = try #require(
      kind == .saved
        ? try data.decode(as: MeetingFinished.self).undo
        : try data.decode(as: MeetingDiscardedEvent.self).undo, sourceLocation: sourceLocation)
    let ended = MeetingSession.Ended(
      change: undo.change, kind: kind, at: time.moment(time.now), lines: 0,
      parts: kind == .saved ? 1 : 0)
    store.send(.committed(id, .success(.written)), sourceLocation: sourceLocation) { saved in
      guard var session = saved.sessions[id: meetingID] else { return }
      change(&session)
      session.keepChange()
      session.ended = ended
      session.ended?.lines = session.heardLines.count
      saved.put(session)
      saved.end(meetingID, session.state)
      if let record { saved.put(record) }
    }
    return decided
  }

  /// Lets the time for the undo of the end pass, and asserts that the end is final.
  mutating func close(
    _ events: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ChangesDecided {
    time.advance(MeetingSession.Undo.windowMs)
    store.send(.overdue, sourceLocation: sourceLocation)
    let decided = try commit(events, sourceLocation: sourceLocation) { $0.removeSession(meetingID) }
    // Only a discarded meeting is erased, and kept for a while.
    if !events.isEmpty { try countDiscarded(sourceLocation: sourceLocation) }
    return decided
  }
}

extension Saved {
  /// Stores the current state of a standup.
  mutating func put(_ record: StandupRecord) { recent.put(record) }
}

extension Standup {
  /// The standup after an edit of its title.
  func edited(_ title: String, revision: Int = 2) -> Standup {
    var edited = self
    (edited.title, edited.revision) = (title, revision)
    return edited
  }
}

extension Saved {
  /// Records an unreadable document by its name.
  ///
  /// - Parameter parent: the document that it belongs to.
  mutating func note(unreadable name: String, of parent: String? = nil, standup: Standup.ID? = nil)
  {
    let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
    note(
      UnreadableDocument(
        collection: parts[0], id: parts[1], parent: parent, standup: standup))
  }
}
