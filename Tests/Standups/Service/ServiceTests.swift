import Bus
import Countdown
import StandupsDependencies
import Documents
import Foundation
import StandupsLogging
import StandupsMetrics
import Standups
import StandupsAPI
import TestSupport
import Testing
import Threads
import ZeroMQ

@testable import StandupsService

/// The service with a router that has persistence and a timer in memory.
@Suite struct ServiceTests {
  let loop: SocketLoop
  let router: InMemoryRouter
  private let time = TestTime()
  private let sleeper = TestClock()

  init() throws {
    loop = try SocketLoop(name: "standups-test")
    router = InMemoryRouter()
  }

  func service(
    _ delegate: (any DelegateCaller)? = nil, printChanges: (@Sendable ([String]) -> Void)? = nil,
    log: @escaping @Sendable (LogEntry) -> Void = { _ in }, metrics: MetricRegistry? = nil
  ) -> StandupsService {
    StandupsService(
      on: loop, delegate: delegate ?? router.delegate, date: time.date, clock: time.clock,
      sleeper: sleeper, log: log, printChanges: printChanges,
      metrics: metrics.map { StandupsMetrics($0) })
  }

  /// Sends a command as the bus delivers it; with teams, as one of a person.
  func send<Command: BusCommand>(
    _ command: Command, to service: StandupsService, key: String? = nil, teams: String? = nil
  ) async throws -> Command.Reply {
    let person = "person/\(UUID(number: 1).lowercaseText)"
    let data = try await service.definition.commands.run(
      Command.target, body: BusJSON.encode(command),
      call: Call(header: Header(idem: key, by: teams.map { _ in person }, teams: teams)))
    return try BusJSON.decode(Command.Reply.self, from: data)
  }

  private func createDesign(_ service: StandupsService) async throws -> Standup {
    try await send(
      CreateStandup(
        title: "Design", durationMs: 30_000,
        attendees: [.init(name: "Ada"), .init(name: "Grace"), .init(name: "Tony")]),
      to: service, key: "create")
  }

  @Test func aMeetingFromItsStartToTheNextDay() async throws {
    var service = service()
    try await service.start()
    let standup = try await createDesign(service)
    let live = try await send(StartMeeting(standup: standup.id), to: service)
    let id = live.session.id
    time.advance(3_000)
    let next = try await send(NextSpeaker(id: id), to: service)
    #expect(next.elapsedMs == 10_000)
    _ = try await send(
      TellLineHeard(id: id, line: line("1", 500, 2_500, "I drew icons.")), to: service)
    _ = try await send(EndMeeting(id: id), to: service)
    time.advance(60_000)
    let reply = try await send(AnswerMeetingAlert(id: id, action: .resume), to: service)
    guard case .live(let resumed) = reply else { throw Unexpected("not live: \(reply)") }
    #expect(resumed.elapsedMs == 10_000)
    time.advance(10_000)
    _ = try await send(TellSpeakerChanged(id: id, speaker: 2, elapsedMs: 20_000), to: service)
    router.state.withLock { $0.lines = [line("2", 70_000, 75_000, "I tested them.")] }
    time.advance(10_000)
    _ = try await send(TellTimeUp(id: id), to: service)
    await service.drain()

    service = self.service()
    try await service.start()
    let saved = try await send(GetStandup(id: standup.id), to: service)
    #expect(saved.summary.meetings == 1)
    #expect(saved.summary.live == nil)
    let meeting = try #require(saved.meetings.first)
    #expect(meeting.id == id)
    #expect(meeting.segments.map(\.speaker) == ["Ada", "Grace"])
    #expect(meeting.transcript == "I drew icons.\nI tested them.")
    #expect(meeting.durationMs == 23_000 && meeting.pausedMs == 60_000)
    for collection in ["sessions", "session.states", "session.lines"] {
      #expect(router.documents(collection).isEmpty)
    }
    #expect(
      router.eventTypes == [
        "standup.created", "meeting.started", "meeting.speakerChanged", "meeting.segment",
        "meeting.alertPresented", "meeting.alertDismissed", "meeting.speakerChanged",
        "meeting.segment", "meeting.finished",
      ])
    // Repeated after the restart, it is not done again.
    #expect(try await createDesign(service) == standup)
    #expect(try await send(ListStandups(), to: service).standups.count == 1)
    await loop.stop()
  }

  @Test func meetingsAreCountedByHowTheyEnd() async throws {
    let registry = MetricRegistry()
    let service = service(metrics: registry)
    service.observe(StandupsMetrics(registry), in: registry)
    #expect(await service.obstacle != nil)
    try await service.start()
    #expect(await service.obstacle == nil)
    let standup = try await createDesign(service)
    for action in [MeetingSession.AlertAction.discard, .saveAndEnd] {
      let id = try await send(StartMeeting(standup: standup.id), to: service).session.id
      #expect(await registry.refreshed("standups_meetings_live") == 1)
      time.advance(1_000)
      _ = try await send(EndMeeting(id: id), to: service)
      #expect(await registry.refreshed(#"standups_alerts_open{alert="end_meeting"}"#) == 1)
      _ = try await send(AnswerMeetingAlert(id: id, action: action), to: service)
    }
    #expect(await registry.refreshed("standups_meetings_live") == 0)
    #expect(await registry.refreshed(#"standups_alerts_open{alert="end_meeting"}"#) == nil)
    #expect(await registry.refreshed("standups_meetings_started_total") == 2)
    #expect(await registry.refreshed(#"standups_meetings_ended_total{outcome="finished"}"#) == 1)
    #expect(await registry.refreshed(#"standups_meetings_ended_total{outcome="discarded"}"#) == 1)
    #expect(await registry.refreshed(#"standups_meetings_ended_total{outcome="cancelled"}"#) == 0)
    #expect(await registry.refreshed("standups_standups") == 1)
    await loop.stop()
  }

  @Test func aMeetingGoesOnAfterTheServiceWasKilled() async throws {
    let first = service()
    try await first.start()
    let standup = try await createDesign(first)
    let id = try await send(StartMeeting(standup: standup.id), to: first).session.id
    time.advance(4_000)
    _ = try await send(EndMeeting(id: id), to: first)
    await router.started.wait(for: 2)
    // The services were unavailable as well.
    var meeting = try #require(router.state.withLock { $0.meetings.removeValue(forKey: id) })
    #expect(meeting.listening == .init(startMs: 0))
    #expect(
      meeting.clock == CountdownClock(elapsedMs: 4_000, at: time.moment(4_000), isRunning: false))
    time.advance(2_000)
    meeting.listening = .init(startMs: 6_000)

    let delegate = router.delegate
    let second = service(delegate)
    try await second.start()
    let live = try await send(GetMeeting(id: id), to: second)
    #expect(live.elapsedMs == 4_000)
    #expect(live.session.alert == .endMeeting(isDiscardable: true))
    // The collections and the replies; in addition, the router is notified of the live meeting.
    let told = await delegate.told.wait(for: Loading.Part.allCases.count + 1)
    #expect(told.last as? MeetingsStarted == MeetingsStarted(meetings: [meeting]))
    #expect(try await send(GetRunningMeetings(), to: second).meetings == [meeting])
    let reply = try await send(AnswerMeetingAlert(id: id, action: .saveAndEnd), to: second)
    guard case .finished(let finished) = reply else { throw Unexpected("not finished: \(reply)") }
    #expect(finished.durationMs == 4_000)
    await loop.stop()
  }

  @Test func loadingWaitsForPersistence() async throws {
    router.state.withLock { $0.isPersistenceAway = true }
    let service = service()
    async let started: Void = service.start()
    await sleeper.waitForSleepers()
    async let status = send(GetListStatus(), to: service)
    router.state.withLock { $0.isPersistenceAway = false }
    sleeper.advance(by: .milliseconds(500))
    try await started
    #expect(try await status.standups == 0)
    await loop.stop()
  }

  @Test func aServiceThatIsStoppedWhileItLoadsEnds() async throws {
    router.state.withLock { $0.isPersistenceAway = true }
    let service = service()
    let started = Task { try await service.start() }
    await sleeper.waitForSleepers()
    await service.drain()
    let error = await #expect(throws: BusError.self) { try await started.value }
    #expect(error?.code == .draining)
    #expect(sleeper.sleepers == 0)
    await service.drain()
    await loop.stop()
  }

  @Test func drainingWaitsForWhatIsUnderWay() async throws {
    let gate = Gate()
    let router = router
    let delegate = ScriptedDelegate { message in
      if message is ChangesDecided { await gate.pass() }
      return try router.answer(message)
    }
    let service = service(delegate)
    try await service.start()
    async let created = createDesign(service)
    await gate.waitForSomebody()
    async let drained: Void = service.drain()
    await gate.open()
    let standup = try await created
    await drained
    #expect(router.documents("standups").map(\.id) == ["\(standup.id)"])
    let error = await #expect(throws: BusError.self) { try await createDesign(service) }
    #expect(error?.code == .draining)
    await loop.stop()
  }

  @Test func manyAtOnceAreAllDoneOnce() async throws {
    let service = service()
    try await service.start()
    let standups = try await withThrowingTaskGroup(of: Standup.self) { group in
      for number in 0..<100 {
        for _ in 0..<3 {
          group.addTask {
            try await send(CreateStandup(title: "\(number)"), to: service, key: "k\(number)")
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(standups.map(\.id)).count == 100)
    #expect(router.documents("standups").count == 100)
    #expect(router.eventTypes.count == 100)
    let listed = try await list(service)
    #expect(Set(listed) == Set(standups))
    let restarted = self.service()
    try await restarted.start()
    #expect(try await list(restarted) == listed)
    await loop.stop()
  }

  /// All pages of the list.
  private func list(_ service: StandupsService) async throws -> [Standup] {
    var all: [Standup] = []
    var after: String?
    repeat {
      let page = try await send(ListStandups(after: after), to: service)
      all += page.standups.map(\.standup)
      after = page.next
    } while after != nil
    return all
  }

  @Test func everyCommandAndEveryDelegateMessageIsDeclared() async {
    let definition = service().definition
    #expect(definition.name == "standups")
    let parentOnly = definition.commands.declarations.filter { $0.access == .parent }
    #expect(
      parentOnly.map(\.target) == [
        "glossary.teamGone", "meetings.lineHeard", "meetings.recordingDenied", "meetings.running",
        "meetings.speakerChanged",
        "meetings.speechFailed", "meetings.timeUp", "meetings.voicesRecognised",
        "standups.saveWritten", "standups.setShare",
      ])
    #expect(
      definition.commands.declarations.filter { $0.access != .parent }.map(\.target) == [
        "glossary.add", "glossary.list", "glossary.remove",
        "meetings.absent", "meetings.answer", "meetings.correctLine", "meetings.end",
        "meetings.extend", "meetings.get",
        "meetings.listDiscarded", "meetings.live", "meetings.next", "meetings.pause",
        "meetings.postpone", "meetings.present",
        "meetings.reorder", "meetings.restore", "meetings.resume", "meetings.start",
        "meetings.stats", "meetings.undo",
        "standups.absent", "standups.answer",
        "standups.create", "standups.delete",
        "standups.deleteMeeting", "standups.discard", "standups.edit", "standups.export",
        "standups.findPerson", "standups.finishFollowUp", "standups.followUps",
        "standups.forgetPerson", "standups.get",
        "standups.import", "standups.importAll", "standups.importPart", "standups.importProgress",
        "standups.list", "standups.meetingPart", "standups.note", "standups.present",
        "standups.removeUpdate", "standups.retention",
        "standups.search", "standups.setRetention",
        "standups.setTeam", "standups.status",
        "standups.unreadable", "standups.updates", "standups.writeUpdate",
      ])
    #expect(definition.delegateMessages.count == 15)
    #expect(Set(definition.delegateMessages).count == 15)
    await loop.stop()
  }

  @Test func malformedCommandsAreRefused() async throws {
    let service = service()
    try await service.start()
    for body in ["", "null", "{}", "{\"id\":7}", "{\"id\":\"x\"}"] {
      let error = await #expect(throws: BusError.self) {
        try await service.definition.commands.run(
          "standups.delete", body: Data(body.utf8), call: Call(header: Header()))
      }
      #expect(error?.code == .invalid)
    }
    await loop.stop()
  }

  @Test func changesArePrintedWithoutWhatWasSaid() async throws {
    let lines = Locked<[String]>([])
    let service = service(printChanges: { new in lines.withLock { $0 += new } })
    try await service.start()
    let standup = try await createDesign(service)
    let id = try await send(StartMeeting(standup: standup.id), to: service).session.id
    _ = try await send(
      TellLineHeard(id: id, line: line("1", 0, 1_000, "Top secret.")), to: service)
    let text = lines.withLock { $0.joined(separator: "\n") }
    #expect(text.contains("received lineHeard"))
    #expect(text.contains("  + standup \(standup.id)"))
    #expect(text.contains("  ~ session \(id): segments 0 → 1"))
    for secret in ["Top", "secret", "Ada", "Design"] { #expect(!text.contains(secret)) }
    await loop.stop()
  }
}

/// Blocks callers until it is opened.
private actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watchers: [CheckedContinuation<Void, Never>] = []

  func pass() async {
    guard !isOpen else { return }
    await withCheckedContinuation { continuation in
      waiting.append(continuation)
      for watcher in watchers { watcher.resume() }
      watchers = []
    }
  }

  func waitForSomebody() async {
    guard waiting.isEmpty, !isOpen else { return }
    await withCheckedContinuation { watchers.append($0) }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
