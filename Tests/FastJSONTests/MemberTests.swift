import Countdown
import Documents
import FastJSON
import FocusAPI
import Foundation
import GatewayAPI
import PersistenceAPI
import RouterAPI
import ScheduleAPI
import ServiceShell
import Standups
import StandupsAPI
import Testing
import TimerAPI
import TranscriptionAPI
import WebhooksAPI

@testable import Bus

/// Every member of a type with a fast codec is encoded and decoded, whether `scripts/fast-json` or a
/// person wrote the codec.
///
/// A new member of a type makes this fail until it is set below.
@Suite struct MemberTests {
  typealias Listed = FastEncodable & Decodable & Hashable & Sendable

  private static let labels = EventLabels(
    type: "meeting.tick", subject: "m", standup: "s", meeting: "m", team: "g")
  private static let clock = CountdownClock(
    elapsedMs: 1500, at: ClockReading(wallMs: 7, boot: "b", uptimeUs: 8), isRunning: true)
  private static let countdown = StartCountdown(
    id: "c", durationMs: 60_000, speakers: 4, turnsMs: [1, 2, 3], tickMs: 500,
    resuming: .init(clock: clock, announcedSpeaker: 2), labels: labels)
  private static let stream = StartRecognition(
    id: "r", subject: "s", startMs: 9, labels: labels, settledMs: 10, language: "es",
    voices: [voice], others: 2, turns: [RoomTurn(atMs: 9, person: "p")])
  private static let voice = RoomVoice(person: "p", consent: "c", print: "cHJpbnQ=")
  private static let voices = RunningMeeting.Voices(
    people: [Attendee.PersonID(UUID())], others: 1, recognised: 1)
  private static let turn = RunningMeeting.Turn(atMs: 9, person: Attendee.PersonID(UUID()))
  private static let listening = RunningMeeting.Listening(
    startMs: 9, settledMs: 10, language: "es")
  private static let meeting = RunningMeeting(
    id: Meeting.ID(UUID()), standup: Standup.ID(UUID()), team: "default", durationMs: 60_000,
    speakers: 4,
    turnsMs: [1, 2], speaker: 2, clock: clock, listening: listening, voices: voices,
    turns: [turn], corrected: [corrected])
  private static let corrected = RunningMeeting.Corrected(
    line: "k", person: Attendee.PersonID(UUID()))
  private static let raw = RawJSON(unchecked: Array(#"{"a":1}"#.utf8))
  private static let document = Document(
    collection: "c", id: "d", parent: "p", team: "g", sortKey: 1, body: raw, searchText: "w")
  private static let changes: [DocumentChange] = [
    .put(document), .insert(document), .delete(collection: "c", id: "d"),
    .deleteChildren(collection: "c", parent: "p"),
    .setTeam(collection: "c", parent: "p", team: "g"),
    .deleteMentioning(collection: "c", text: "t"), .erase(erasure),
  ]
  private static let erasure = {
    var erasure = Erasure(standup: "s", keepsMeetings: true)
    (erasure.meeting, erasure.subject) = ("m", "u")
    return erasure
  }()
  private static let time = Date(timeIntervalSince1970: 1_795_260_600)
  private static let newEvent = NewEvent(
    id: "e", source: "/s", labels: labels, time: time, traceparent: "t", data: raw)
  private static let journalEvent = JournalEvent(
    event: newEvent, sequence: 1, epoch: "p", correlation: "k", causation: "z", by: "tool/b",
    previousOfType: 2, previousOfStandup: 3, previousOfMeeting: 4, previousOfTeam: 5)
  private static let event = CloudEvent(
    id: "e", source: "/standups", type: "meeting.tick", subject: "m", time: time,
    traceparent: "t", sequence: 1, epoch: "p", correlation: "k", causation: "z",
    by: "tool/b", team: "g", previousOfType: 2, previousOfStandup: 3, previousOfMeeting: 4,
    previousOfTeam: 5, data: raw)
  private static let reply = StoredReply(key: "k", reply: raw, request: "q")
  private static let term = WriterTerm(owner: "standups", id: "t")
  private static let decision = BatchedDecision(
    changes: changes, events: [newEvent], reply: reply, cause: "z", correlation: "k", by: "tool/b")
  private static let outcome = BatchedOutcome(repeated: raw, error: busy, isAlone: true)
  private static let commit = BatchedCommit(
    changes: changes, events: [newEvent], idempotency: reply, correlation: "k", causation: "z",
    by: "tool/b")
  private static let position = EventPosition(
    sequence: 1, previousOfType: 2, previousOfStandup: 3, previousOfMeeting: 4, previousOfTeam: 5)
  private static let result = BatchedResult(
    positions: [position], events: [journalEvent], isRepeated: true, repeated: raw, error: busy)
  private static let hit = FoundDocuments.Hit(document: document, snippet: "w")

  private static let attendee = Attendee(
    id: Attendee.ID(UUID()), name: "Ada", weight: 2, absentUntilMs: 3,
    person: Attendee.PersonID(UUID()))
  private static let standup = Standup(
    id: Standup.ID(UUID()), title: "t", theme: .navy, attendees: [attendee], warnMs: 5,
    mayRunOver: true, isArchived: true, team: "web", language: "es")
  private static let segment = Segment(
    attendee: attendee.id, speaker: "Ada", fromMs: 1, toMs: 2, text: "w", heard: "v",
    heardAttendee: attendee.id, heardSpeaker: "Bob", voice: .recognised)
  private static let heard = MeetingSession.Heard(stream: "s", untilMs: 3)
  private static let line = MeetingSession.Line(
    key: "l", segment: segment, heard: heard, person: Attendee.PersonID(UUID()))
  private static let heardLine = HeardLine(
    key: "l", fromMs: 1, toMs: 2, text: "w", stream: "s", person: Attendee.PersonID(UUID()),
    voice: Attendee.PersonID(UUID()), isDoubtful: true, isReassigned: true)
  private static let draftAttendee = AttendeeDraft(
    id: attendee.id, name: "Ada", weight: 2, person: "p")
  private static let agenda = MeetingSession.Agenda(
    order: [1, 2], turnsMs: [3, 4], extraMs: [5, 6], away: [7], returned: [8])
  private static let lineup = MeetingSession.Lineup(
    absent: [attendee.id], order: .shuffled, seed: 5)
  private static let followUp = FollowUp(
    id: FollowUp.ID(UUID()), attendee: attendee, text: "w", meeting: Meeting.ID(UUID()), atMs: 8,
    doneMs: 9)
  private static let undo = MeetingSession.Undo(
    change: MeetingSession.Undo.ID(UUID()), kind: .present, attendee: attendee.id, until: time)
  private static let ended = MeetingSession.Ended(
    change: MeetingSession.Undo.ID(UUID()), kind: .saved,
    at: ClockReading(wallMs: 1, boot: "b", uptimeUs: 2), lines: 3, parts: 4, lastMeetingMs: 5,
    by: Attendee.PersonID(UUID()))
  private static let earlier = MeetingSession.Earlier(
    clock: clock, speakerIndex: 1, agenda: agenda, warnedMs: 2, added: attendee.id, floorCount: 3)
  private static let update = WrittenUpdate(
    attendee: attendee, text: "w", atMs: 8, by: Attendee.PersonID(UUID()))
  private static let session = {
    var session = plainSession
    session.state.earlier = earlier
    session.state.ended = ended
    return session
  }()
  private static let plainSession = MeetingSession(
    id: Meeting.ID(UUID()), standup: standup, lineup: lineup, startedAt: clock.at, clock: clock,
    speakerIndex: 1,
    floor: [
      .init(
        sinceMs: 1, elapsedMs: 2, speakerIndex: 3, isRunning: true, attendee: attendee.id)
    ],
    segments: [segment], heardLines: ["l"], heard: heard, transcript: "w ❌",
    agenda: agenda, warnedMs: 6, overMs: 7, notes: [followUp], undo: undo, updates: [update],
    isRecording: true,
    destination: .alert(.endMeeting(isDiscardable: true)), voices: 2)
  private static let busy = BusError(
    .busy, "Wait.", retryAfterMs: 100, detail: ["field": "id"])
  private static let letter = DeadLetter(
    id: "l", time: time, sender: "timer", target: "timer.finished", attempts: 2,
    error: busy, correlation: "k",
    bytes: 7, body: raw)
  private static let draft = EventDraft(
    id: "e", type: "test.a", subject: "s", data: raw, standup: "s", meeting: "m")

  /// One value of each type, with every member set to something other than its default; for
  /// enumerations, one of each case.
  static let values: [any Listed] = [
    clock.at, clock, countdown, StartCountdown.Resumption(clock: clock, announcedSpeaker: 2),
    CountdownStatus(id: "c", durationMs: 60_000, speakers: 4, speaker: 1, clock: clock),
    letter, DeadLetters.Reply(letters: [letter], removed: ["l"], total: 1, next: "n"),
    draft, PublishEvents(events: [draft], isEphemeral: true),
    CountdownsRequested(after: "c"),
    CountdownsRequested.Reply(countdowns: [countdown], next: "c", away: ["focus"]),
    stream, voice, RoomTurn(atMs: 9, person: "p"), RoomLine(key: "k", person: "p"), voices, turn,
    corrected,
    listening, meeting, MeetingsStarted(meetings: [meeting]),
    GetRunningMeetings.Reply(meetings: [meeting], next: "m"),
    PauseCountdown(id: "c"), ResumeCountdown(id: "c"), CancelCountdown(id: "c"),
    GetCountdown(id: "c"), SkipSpeaker(id: "c", from: 1),
    CountdownSpeakerChanged(id: "c", speaker: 1, elapsedMs: 2),
    CountdownFinished(id: "c", elapsedMs: 2),
    TickData(elapsedMs: 1, durationMs: 2, speaker: 3, speakers: 4, turnEndsMs: 5),
    document, DocumentPage(documents: [document], next: "d", total: 1),
    hit, FoundDocuments(hits: [hit], total: 1), changes[0], changes[1], changes[2], changes[4],
    changes[5], erasure,
    newEvent, journalEvent, event,
    EventPage(events: [event], epoch: "p", head: 1, hasMore: true, resume: 1),
    reply, FoundReply(reply: raw), term, CommitOutcome(repeated: raw),
    Commit(changes: changes, events: [newEvent], idempotency: reply, term: term),
    BatchDecided(decisions: [decision], term: "t"), decision,
    BatchDecided.Reply(outcomes: [outcome]), outcome,
    CommitBatch(commits: [commit], term: term), commit,
    CommitBatch.Reply(epoch: "p", results: [result]), result, position,
    Commit.Reply(epoch: "p", events: [journalEvent], isRepeated: true, repeated: raw),
    ChangesDecided(changes: changes, events: [newEvent], reply: reply, term: "t"),
    attendee, standup, segment, session.floor[0], agenda, lineup, heard, plainSession,
    session.state,
    line, followUp, earlier, ended, ended.undo, update, undo,
    MeetingSession.Destination.alert(.speechAuthorization),
    MeetingSession.Destination.alert(.speechDenied), MeetingSession.Destination.alert(.paused),
    MeetingSession.Destination.alert(.speechRestricted(reason: "r")),
    MeetingSession.Destination.alert(.endMeeting(isDiscardable: true)),
    MeetingSession.Destination.alert(.speechFailed(reason: "r")),
    StandupSummary(
      standup: standup, meetings: 2, lastMeeting: time, live: Meeting.ID(UUID()), updates: 3),
    draftAttendee,
    CreateStandup(
      id: standup.id, title: "t", durationMs: 1, theme: .navy, attendees: [draftAttendee],
      warnMs: 2, mayRunOver: true, team: "web", language: "es"),
    EditStandup(
      id: standup.id, title: "t", durationMs: 1, theme: .navy, attendees: [draftAttendee],
      warnMs: 2, mayRunOver: true, isArchived: true, revision: 3, language: "es"),
    MarkAbsent(id: standup.id, attendee: attendee.id, untilMs: 1),
    MarkPresent(id: standup.id, attendee: attendee.id),
    NoteFollowUp(
      standup: standup.id, meeting: Meeting.ID(UUID()), attendee: attendee.id, text: "w",
      last: true),
    GetStandup(id: standup.id, after: "c", limit: 3),
    StandupCreated(standup: standup),
    StandupUpdated(standup: standup, deletedMeeting: Meeting.ID(UUID()), forgets: true),
    StartMeeting(
      standup: standup.id, isRecorded: true, absent: [attendee.id], present: [attendee.id],
      order: .shuffled, seed: 4),
    NextSpeaker(id: Meeting.ID(UUID()), from: 1), PauseMeeting(id: Meeting.ID(UUID())),
    ResumeMeeting(id: Meeting.ID(UUID())), EndMeeting(id: Meeting.ID(UUID())),
    LiveMeeting(session: plainSession, elapsedMs: 1), MeetingNoted(followUp: followUp),
    MeetingStarted(standup: standup, isRecording: true, lineup: lineup),
    MeetingSpeakerChanged(
      speaker: 1, attendee: attendee, elapsedMs: 2, cause: .skipped, undo: undo),
    MeetingSegment(segment: segment),
    heardLine, TellLineHeard(id: Meeting.ID(UUID()), line: heardLine),
    TellSpeakerChanged(id: Meeting.ID(UUID()), speaker: 1, elapsedMs: 2),
    TellTimeUp(id: Meeting.ID(UUID())),
    labels, Done(), KeptReply(decision: "d", reply: raw, error: busy),
    busy,
  ]

  @Test(arguments: values.indices)
  func everyMemberIsWrittenAndRead(index: Int) throws {
    try check(Self.values[index])
  }

  private func check<Value: Listed>(_ value: Value) throws {
    // These are saved, but not part of messages.
    let saved = [
      "MeetingSession.earlier", "MeetingSession.ended", "MeetingSession.index.recent.lines",
      "LiveMeeting.session.earlier", "LiveMeeting.session.ended",
      "LiveMeeting.session.index.recent.lines",
      "MeetingSession.index.numbers", "LiveMeeting.session.index.numbers",
    ]
    let unset = unset(value, at: "\(Value.self)").filter { !saved.contains($0) }
    #expect(unset == [], "Set them in the values of this test.")
    var writer = JSONWriter()
    value.write(to: &writer)
    let ours = writer.withBytes { String(decoding: $0, as: UTF8.self) }
    let theirs = try BusJSON.encodeSlowly(value)
    #expect(ours == String(decoding: theirs, as: UTF8.self))
    #expect(try BusJSON.decodeSlowly(Value.self, from: theirs) == value)
    if let readable = value as? any FastDecodable & Equatable {
      let isRead = isRead(readable, from: theirs)
      #expect(isRead)
    }
  }

  /// Uses the type itself; `BusJSON` would fall back to the library.
  private func isRead<Value: FastDecodable & Equatable>(_ value: Value, from data: Data) -> Bool {
    data.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      return Value.read(from: &reader) == value && reader.isAtEnd
    }
  }

  @Test func everyMemberOfAHeaderIsWrittenAndRead() throws {
    let header = Header(
      id: UUID(), corr: UUID(), cause: UUID(), deadline: 1, idem: "i", attempt: 2,
      traceparent: TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-03"), key: "k",
      term: 3, via: "v", by: "tool/b", teams: "web ops",
      for: "person/p")
    // `request` is never on the wire.
    #expect(
      unset(header, at: "Header") == ["Header.request"], "Set them in the header of this test.")
    let theirs = try BusJSON.encodeSlowly(header)
    // Its members are in the order of decoding, and ids are lower case.
    let mine = try JSONSerialization.jsonObject(with: Data(header.json.utf8)) as? [String: Any]
    let keys = try JSONSerialization.jsonObject(with: theirs) as? [String: Any]
    #expect(mine?.keys.sorted() == keys?.keys.sorted())
    let scanned = Array(header.json.utf8).withUnsafeBytes { HeaderScan($0).map(Header.init(_:)) }
    #expect(scanned == header)
    #expect(try BusJSON.decodeSlowly(Header.self, from: Data(header.json.utf8)) == header)
  }

  /// An object that lacks a member, has one twice or has an unusual one is decoded like
  /// Foundation's decoder does, with the same error.
  @Test(arguments: values.indices)
  func anUnusualMemberIsDecodedAsFoundationDoes(index: Int) throws {
    try checkUnusual(Self.values[index])
  }

  private func checkUnusual<Value: Listed>(_ value: Value) throws {
    let text = try BusJSON.encodeSlowly(value)
    let whole = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
    var objects: [[String: Any]] = [whole, [:]]
    for name in whole.keys {
      for other in [nil, NSNull(), [String](), "\u{1F600}", 1.5, -1, true] as [Any?] {
        var object = whole
        object[name] = other
        objects.append(object)
      }
    }
    var texts = try objects.map { try JSONSerialization.data(withJSONObject: $0) }
    let members = String(decoding: text, as: UTF8.self).dropFirst()
    let separator = whole.isEmpty ? "" : ","
    texts.append(Data((#"{"unknown":[{"a":null}]"# + separator + members).utf8))
    for (name, value) in whole {
      let member = try JSONSerialization.data(withJSONObject: [name: value])
      texts.append(member.dropLast() + Data(",".utf8) + Data(members.utf8))
    }
    for text in texts {
      let ours = Result { try BusJSON.decode(Value.self, from: text) }
      let theirs = Result { try BusJSON.decodeSlowly(Value.self, from: text) }
      switch (ours, theirs) {
      case (.success(let ours), .success(let theirs)):
        // The order of a value that is copied unread may differ, but not its meaning.
        #expect(try BusJSON.encodeSlowly(ours) == BusJSON.encodeSlowly(theirs))
        #expect(try BusJSON.encode(ours) == BusJSON.encode(theirs))
      case (.failure(let ours), .failure(let theirs)):
        #expect("\(ours)" == "\(theirs)")
      default:
        Issue.record("\(Value.self): \(String(decoding: text, as: UTF8.self))")
      }
    }
  }

  /// The types with fast codecs are those of this test.
  @Test func everyTypeIsHere() throws {
    let here = Set(
      Self.values.map { value in
        String(reflecting: type(of: value)).split(separator: ".").dropFirst().joined(separator: ".")
      })
    var listed: Set<String> = []
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let files = try ["Sources", "Services"].flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path)
        .filter { $0.hasSuffix("+Fast.swift") || $0.hasSuffix("+FastJSON.swift") }.map {
          root.appendingPathComponent("\(folder)/\($0)")
        }
    }
    try #require(!files.isEmpty)
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      let conforming = /extension ([\w.]+): Fast(?:Enc|C)odable\b/
      let generated = /extension ([\w.]+) \{/
      let isGenerated = file.lastPathComponent.hasSuffix("+FastJSON.swift")
      for match in text.matches(of: isGenerated ? generated : conforming) {
        listed.insert(String(match.1))
      }
    }
    #expect(listed == here)
  }

  /// Members without a value, or with the default value.
  private func unset(_ value: Any, at path: String) -> [String] {
    switch value {
    case let text as String: return text.isEmpty ? [path] : []
    case let flag as Bool: return flag ? [] : [path]
    case let number as any BinaryInteger: return isZero(number) ? [path] : []
    case is Date, is UUID, is RawJSON: return []
    default: break
    }
    let mirror = Mirror(reflecting: value)
    let isMissing =
      mirror.children.isEmpty && [.optional, .collection].contains(mirror.displayStyle)
    if isMissing { return [path] }
    return mirror.children.flatMap { child in
      unset(child.value, at: mirror.displayStyle == .struct ? "\(path).\(child.label ?? "")" : path)
    }
  }

  private func isZero(_ number: some BinaryInteger) -> Bool { number == 0 }
}
