import Bus
import Countdown
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI
import TestSupport
import Testing
import ZeroMQ

@testable import StandupsService

/// Documents that no command would have written are set aside, and the service continues.
@Suite struct ExtremeDocumentTests {
  private static let time = TestTime()
  private static let part = Meeting.ID(UUID(number: 0xF1))

  private static func reading() -> ClockReading { time.moment(0) }

  /// A live meeting with every possible member.
  private static func session() -> MeetingSession {
    var session = MeetingSession(
      id: meetingID, standup: design,
      lineup: .init(absent: [], order: .shuffled, seed: 7), startedAt: reading(),
      clock: CountdownClock(elapsedMs: 0, at: reading(), isRunning: true),
      floor: [.init(sinceMs: 0, elapsedMs: 0, speakerIndex: 0, isRunning: true)],
      agenda: .init(order: [0, 1, 2], turnsMs: [10_000, 10_000, 10_000]), warnedMs: 10_000,
      notes: [followUp(1)], isRecording: true)
    session.standup.warnMs = 5_000
    session.standup.mayRunOver = true
    session.standup.language = "es"
    _ = session.hear(
      line("k", 0, 1_000, "Icons."))
    return session
  }

  private static func meeting(parts: Int? = nil) -> Meeting {
    Meeting(
      id: parts == nil ? meetingID : part, date: time.date(), transcript: "Icons.",
      segments: [
        Segment(attendee: design.attendees[0].id, speaker: "Ada", fromMs: 0, toMs: 1, text: "I.")
      ], durationMs: 30_000, ending: .saved, attendees: design.attendees.elements,
      turns: [.init(attendee: design.attendees[0].id, fromMs: 0, toMs: 10_000)], parts: parts,
      notes: parts == nil ? [followUp(1)] : nil)
  }

  private static func standup() -> Standup {
    var standup = design
    standup.attendees[id: standup.attendees[0].id] = Attendee(
      id: standup.attendees[0].id, name: "Ada", weight: 2, absentUntilMs: 2_000_000_000_000,
      person: Attendee.PersonID(UUID(number: 0xA1)))
    (standup.warnMs, standup.mayRunOver, standup.language) = (5_000, true, "es")
    return standup
  }

  /// A document of each kind. The past meeting has the id of the live one: only one of them is saved at a time.
  static func documents() throws -> [Document] {
    let session = session()
    var later = meeting(parts: 2)
    later.part = 2
    let line = MeetingSession.Line(
      key: "l", segment: session.segments[0], heard: .init(stream: "s", untilMs: 1_000))
    var file = FileImport(id: ImportStandups.ID(UUID(number: 9)), existing: .keep)
    (file.progress.parts, file.placed, file.doneAtMs) = (1, .init(), 1)
    file.progress.phase = .done
    let changes: [Change] = [
      .putStandup(
        StandupRecord(standup(), sortKey: 1, meetings: 2, lastMeetingMs: 1_700_000_000_000)),
      .putMeeting(meeting(), of: design.id), .putMeeting(meeting(parts: 2), of: design.id),
      .putMeeting(later, of: design.id), .putFollowUp(followUp(1), of: design.id),
      .addSession(session), .putState(session.state, of: meetingID),
      .putLine(line, 0, of: meetingID), .putImport(file),
    ]
    return try changes.map { try #require(try $0.document().document) }
  }

  /// The documents of standups and past meetings, and those of a live meeting and an import.
  private static let (saved, live) = (0..<5, 5..<9)

  /// Documents that another one needs: lines and states need their meeting, past meetings their standup.
  private static func others(than index: Int) throws -> [Document] {
    let documents = try documents()
    let isLive = ["sessions", "session.states", "session.lines"].contains(
      documents[index].collection)
    return documents.enumerated().filter { place, document in
      place != index
        && (isLive ? document.collection != "meetings" : document.collection != "sessions")
        && !["session.states", "session.lines"].contains(document.collection)
    }.map(\.element)
  }

  private static func problem(_ document: Document) -> String? {
    switch document.collection {
    case "standups": document.problem(as: StandupSummary.self)
    case "meetings", "meetings.parts": document.problem(as: Meeting.self)
    case "followUps": document.problem(as: FollowUp.self)
    case "sessions": document.problem(as: MeetingSession.self)
    case "session.states": document.problem(as: MeetingSession.State.self)
    case "session.lines": document.problem(as: MeetingSession.Line.self)
    default: document.problem(as: FileImport.self)
    }
  }

  @Test func theDocumentsAreValidAsTheyAre() throws {
    let problems = try Self.documents().map(Self.problem)
    #expect(problems == Array(repeating: nil, count: Self.live.upperBound))
  }

  @Test(arguments: saved) func everyCommandIsAnsweredWhateverWasSaved(index: Int) async throws {
    try await everyCommandIsAnswered(index)
  }

  @Test(arguments: live) func everyCommandIsAnsweredWhateverALiveMeetingHas(
    index: Int
  ) async throws {
    try await everyCommandIsAnswered(index)
  }

  /// Every source of documents ends with a load. Whatever was loaded, every command is answered.
  private func everyCommandIsAnswered(_ index: Int) async throws {
    let document = try Self.documents()[index]
    let others = try Self.others(than: index)
    var (valid, rejected): ([Document], [Document]) = ([], [])
    for variant in try Extremes.variants(of: document.body) {
      var changed = document
      changed.body = variant.body
      if Self.problem(changed) == nil { valid.append(changed) } else { rejected.append(changed) }
    }
    for sortKey in [Int64.min, -1, .max - 1, .max] {
      var changed = document
      changed.sortKey = sortKey
      valid.append(changed)
    }
    // Commands never see rejected documents; the gate tries a sample of the others.
    let step = Effort.isFull ? 1 : 1 + valid.count / 25
    let tried = stride(from: index % step, to: valid.count, by: step).map { valid[$0] }
    let set = tried + (Effort.isFull ? rejected[...] : rejected.prefix(3))
    try #require(set.count > 10 && rejected.count > 5)
    let loop = try SocketLoop(name: "standups-extremes")
    for changed in set {
      let probe = try await answers(to: others + [changed], on: loop)
      #expect(probe.count == 21 && probe.mistakes.isEmpty, "\(changed.body): \(probe.mistakes)")
    }
    await loop.stop()
  }

  /// Loads documents, sends commands of all kinds, and ends.
  ///
  /// - Returns: the replies.
  private func answers(to documents: [Document], on loop: SocketLoop) async throws -> CommandProbe {
    let time = TestTime()
    time.advance(1_000)
    let router = InMemoryRouter()
    router.state.withLock { state in
      for document in documents {
        state.documents[document.collection, default: [:]][document.id] = document
      }
    }
    let service = StandupsService(
      on: loop, delegate: router.delegate, date: time.date, clock: time.clock,
      sleeper: TestClock())
    try await service.start()
    let probe = CommandProbe(service.definition.commands)
    await probe.send(ListStandups())
    await probe.send(GetListStatus())
    await probe.send(GetStandup(id: design.id))
    await probe.send(ExportStandups())
    await probe.send(ListLiveMeetings())
    await probe.send(GetRunningMeetings())
    await probe.send(GetMeeting(id: meetingID))
    await probe.send(TellLineHeard(id: meetingID, line: line("n", 1_000, 2_000, "More.")))
    await probe.send(ExtendTurn(id: meetingID, byMs: 60_000))
    await probe.send(PostponeTurn(id: meetingID))
    await probe.send(NextSpeaker(id: meetingID))
    await probe.send(EndMeeting(id: meetingID))
    await probe.send(AnswerMeetingAlert(id: meetingID, action: .saveAndEnd))
    await probe.send(EditStandup(id: design.id, title: "Other"))
    await probe.send(MarkPresent(id: design.id, attendee: design.attendees[0].id))
    await probe.send(StartMeeting(standup: design.id))
    await probe.send(CreateStandup(title: "New"))
    await probe.send(ListFollowUps(standup: design.id))
    await probe.send(ForgetPerson(standup: design.id, name: "Ada"))
    await probe.send(DeleteMeeting(standup: design.id, meeting: meetingID))
    await probe.send(DeleteStandup(id: design.id))
    _ = await service.problems()
    await service.drain()
    return probe
  }

  /// A document that is set aside has a name, by which it is exported and discarded.
  @Test func aBadStandupIsNamedExportedAndDiscarded() async throws {
    var document = try Self.documents()[0]
    let variant = try #require(
      try Extremes.variants(of: document.body).first {
        $0.description == "standup.durationMs.\(Int64.max)"
      })
    document.body = variant.body
    let time = TestTime()
    let router = InMemoryRouter()
    router.state.withLock { [document] in
      $0.documents = [document.collection: [document.id: document]]
    }
    let loop = try SocketLoop(name: "standups-extremes")
    let service = StandupsService(
      on: loop, delegate: router.delegate, date: time.date, clock: time.clock,
      sleeper: TestClock())
    try await service.start()
    func send<Command: BusCommand>(_ command: Command) async throws -> Command.Reply {
      let data = try await service.definition.commands.run(
        Command.target, body: BusJSON.encode(command), call: Call(header: Header()))
      return try BusJSON.decode(Command.Reply.self, from: data)
    }
    let list = try await send(ListStandups())
    #expect(list.standups.isEmpty)
    let name = "standups/\(design.id)"
    #expect(try await send(GetListStatus()).unreadable == [name])
    #expect(await service.problems().contains { $0.contains(name) })
    _ = try await send(DiscardUnreadable(document: name))
    #expect(router.documents("standups").isEmpty)
    #expect(await service.problems().isEmpty)
    await service.drain()
    await loop.stop()
  }
}
