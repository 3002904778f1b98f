import Bus
import StandupsConfiguration
import Documents
import Foundation
import StandupsMetrics
import ScheduleAPI
import TestSupport
import Testing
import Threads
import WebClient
import ZeroMQ

@testable import ScheduleService

/// The service with a router that has persistence in memory, and with holiday calendars from the
/// web.
@Suite struct ServiceTests {
  private let loop: SocketLoop
  private let sleeper = TestClock()
  private let clock: WallClock
  private let documents = Locked<[String: Document]>([:])
  private let told = Recorder<any DelegateMessage>()
  private static let rule = ScheduleRule(at: "09:30", on: [.wed], zone: "Europe/Paris")

  init() throws {
    loop = try SocketLoop(name: "schedule-test")
    clock = try WallClock("2026-11-25T08:29:50Z")
  }

  private var delegate: ScriptedDelegate {
    ScriptedDelegate { [documents, told] message in
      told.record(message)
      switch message {
      case is TermBegun: return Done()
      case let message as ChangesDecided:
        for change in message.changes {
          switch change {
          case .put(let document): documents.withLock { $0[document.id] = document }
          case .delete(_, let id): documents.withLock { $0[id] = nil }
          default: throw BusError(.invalid, "Not here.")
          }
        }
        return CommitOutcome()
      case is DocumentsRequested:
        return DocumentPage(documents: documents.withLock { Array($0.values) }, total: 1)
      case is ScheduleSubjectsKept: return ScheduleSubjectsKept.Reply()
      case let message as ScheduleSubjectNamed:
        return ScheduleSubjectNamed.Reply(team: message.subject == "ops" ? "ops" : nil)
      default: return ScheduleOutcome()
      }
    }
  }

  private func service(
    _ calendars: CalendarIO? = nil, metrics: ScheduleMetrics? = nil
  ) throws -> ScheduleService {
    ScheduleService(
      on: loop, delegate: delegate,
      reducer: ScheduleReducer(
        date: clock.date, graceMs: Scenario.graceMs, calendars: try calendars ?? .unreachable),
      sleeper: sleeper, metrics: metrics)
  }

  private func send<Command: BusCommand>(
    _ command: Command, to service: ScheduleService, teams: String? = nil
  ) async throws -> Command.Reply {
    let data = try await service.definition.commands.run(
      Command.target, body: BusJSON.encode(command), call: Call(header: Header(teams: teams)))
    return try BusJSON.decode(Command.Reply.self, from: data)
  }

  private func dues() -> [ScheduleTimeCame] { told.values.compactMap { $0 as? ScheduleTimeCame } }

  /// By the test's clock, and once, even if the service is restarted.
  @Test func aTimeComesOnce() async throws {
    let registry = MetricRegistry()
    let metrics = ScheduleMetrics(registry)
    let first = try service(metrics: metrics)
    first.observe(metrics, in: registry)
    #expect(await first.obstacle == "The service is still loading its data.")
    try await first.start()
    let schedule = try await send(
      SetSchedule(subject: "daily", rule: Self.rule, mode: .start), to: first)
    #expect(schedule.next.first == Date(ms: try ms("2026-11-25T08:30:00Z")))
    #expect(await registry.refreshed("standups_schedule_schedules") == 1)
    await sleeper.waitForSleepers()
    clock.advance(byMs: 10_000)
    sleeper.advance(by: .seconds(10))
    // Its writer epoch, a page, the team, the schedule, the due time, and its notification.
    _ = await told.wait(for: 6)
    #expect(dues() == [ScheduleTimeCame(subject: "daily", at: schedule.next[0], mode: .start)])
    await first.drain()
    #expect(await registry.refreshed(#"standups_schedule_told_total{kind="due"}"#) == 1)

    let second = try service()
    try await second.start()
    let next = try await send(GetSchedule(subject: "daily"), to: second).next.first
    #expect(next == Date(ms: try ms("2026-12-02T08:30:00Z")))
    #expect(dues().count == 1)
    await second.drain()
    await loop.stop()
  }

  /// A schedule belongs to the team that the composition root returned, also after a restart.
  @Test func aScheduleKeepsItsTeam() async throws {
    let first = try service()
    try await first.start()
    _ = try await send(SetSchedule(subject: "ops", rule: Self.rule), to: first)
    _ = try await send(SetSchedule(subject: "daily", rule: Self.rule), to: first)
    #expect(documents.withLock { $0["ops"]?.team } == "ops")
    await first.drain()
    let second = try service()
    try await second.start()
    let page = try await send(ListSchedules(), to: second, teams: "ops web")
    #expect(page.schedules.map(\.subject) == ["ops"] && page.total == 1)
    _ = try await send(TellSubjectMoved(subject: "ops", team: "default"), to: second)
    #expect(documents.withLock { $0["ops"]?.team } == "default")
    let error = await #expect(throws: BusError.self) {
      try await send(GetSchedule(subject: "ops"), to: second, teams: "ops web")
    }
    #expect(error?.code == .notFound)
    await second.drain()
    await loop.stop()
  }

  // MARK: Holidays

  private func holidays(_ response: HTTPResponse) async throws -> Schedule {
    let service = try service(try CalendarIO { _ in .success(response) })
    try await service.start()
    defer { Task { await service.drain() } }
    return try await send(
      SetSchedule(
        subject: "daily", rule: Self.rule, holidays: .init(url: "https://a.test/fr.ics?secret")),
      to: service)
  }

  @Test func holidaysFromTheWeb() async throws {
    let calendar = HolidayTests.calendar(["DTSTART;VALUE=DATE:20261125"])
    let schedule = try await holidays(HTTPResponse(status: 200, body: Data(calendar.utf8)))
    #expect(schedule.next.first == Date(ms: try ms("2026-12-02T08:30:00Z")))
    #expect(schedule.holidays?.host == "a.test")
  }

  @Test func aRequestForACalendarNamesTheProgram() {
    let request = CalendarIO.request("https://a.test/fr.ics", .everywhere)
    #expect(request.headers.contains(HTTPHeader("User-Agent", "Standups/\(Version.current)")))
  }

  /// A calendar with a rule that would take minutes is rejected while the service continues, and a
  /// reader does not wait for a calendar that is being written.
  @Test func aRecurrenceBombIsRefused() async throws {
    let error = await #expect(throws: BusError.self) {
      try await holidays(HTTPResponse(status: 200, body: Data(HolidayTests.bomb.utf8)))
    }
    #expect(error?.code == .invalid && error?.message.contains("BYHOUR") == true)
  }

  @Test func aCalendarIsWrittenBesideTheThreadThatTellsTheTime() async throws {
    let service = try service()
    try await service.start()
    _ = try await send(SetSchedule(subject: "daily", rule: Self.rule), to: service)
    let entry = ScheduleEntry(subject: "daily", title: "Daily", durationMs: 900_000)
    let none = ScheduleEntry(subject: "none", title: "None", durationMs: 900_000)
    let reply = try await send(MakeScheduleCalendar(entries: [none, entry]), to: service)
    #expect(reply.entries == 2 && reply.ics.contains("SUMMARY:Daily"))
    #expect(!reply.ics.contains("SUMMARY:None"))
    await service.drain()
    await loop.stop()
  }

  @Test(arguments: [
    (HTTPResponse(status: 404), "a.test responded with status 404"),
    (HTTPResponse(status: 301), "Redirects are not followed"),
    (HTTPResponse(status: 200, body: Data("<html>".utf8)), "no BEGIN:VCALENDAR"),
    (
      HTTPResponse(status: 200, body: Data("BEGIN:VCALENDAR".utf8), isCut: true),
      "longer than 262144 bytes"
    ),
  ]) func holidaysThatAreNone(response: HTTPResponse, message: String) async throws {
    let error = await #expect(throws: BusError.self) { try await holidays(response) }
    #expect(
      error?.code == .invalid && error?.message.contains(message) == true, "\(error?.message ?? "")"
    )
    #expect(error?.message.contains("secret") == false)
  }

  @Test func theParentAloneTellsWhoIsGone() throws {
    let access = Dictionary(
      try service().definition.commands.declarations.map { ($0.target, $0.access) }
    ) { first, _ in first }
    #expect(access["schedule.subjectGone"] == .parent && access["schedule.subjectMoved"] == .parent)
    #expect(
      access.values.count { $0 == .observer } == 4 && access.values.count { $0 == .member } == 2)
  }
}
