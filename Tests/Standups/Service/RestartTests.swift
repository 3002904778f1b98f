import Bus
import StandupsDependencies
import Foundation
import Standups
import StandupsAPI
import TestSupport
import Testing
import ZeroMQ

@testable import StandupsService

/// A live meeting is restored from its saved parts.
@Suite struct RestartTests {
  private let time = TestTime()

  private func service(_ loop: SocketLoop, _ router: InMemoryRouter) async throws -> StandupsService
  {
    let service = StandupsService(
      on: loop, delegate: router.delegate, date: time.date, clock: time.clock)
    try await service.start()
    return service
  }

  private func send<Command: BusCommand>(
    _ command: Command, to service: StandupsService
  ) async throws -> Data {
    try await service.definition.commands.run(
      Command.target, body: BusJSON.encode(command), call: Call(header: Header()))
  }

  /// A meeting is the same before and after a restart, whatever happened to it.
  @Test(arguments: Effort.seeds(4, of: 24))
  func aMeetingIsTheSameAfterARestart(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let loop = try SocketLoop(name: "standups-test")
    let router = InMemoryRouter()
    let asks = random.next() % 4 == 0
    router.state.withLock { $0.consent.status = asks ? .notDetermined : .authorized }
    var service = try await service(loop, router)
    let attendees = (0..<6).map { AttendeeDraft(name: "\($0)") }
    let standup = try BusJSON.decode(
      Standup.self,
      from: try await send(
        CreateStandup(durationMs: 600_000, attendees: attendees), to: service))
    let started = try await send(
      StartMeeting(standup: standup.id, absent: [standup.attendees[5].id]), to: service)
    let id = try BusJSON.decode(LiveMeeting.self, from: started).session.id
    var change: MeetingSession.Undo.ID?
    for _ in 0..<60 {
      time.advance(Int64.random(in: 0...4_000, using: &random))
      do {
        if let undone = change, random.next() % 4 == 0 {
          _ = try await send(UndoChange(id: id, change: undone), to: service)
        } else {
          _ = try await act(on: id, standup, service, using: &random)
        }
        let live = try await send(GetMeeting(id: id), to: service)
        change = try BusJSON.decode(LiveMeeting.self, from: live).session.undo?.change
      } catch let error as BusError {
        // A reported speaker may no longer have a turn.
        #expect([.conflict, .invalid].contains(error.code), "\(error)")
      }
      guard random.next() % 4 == 0 else { continue }
      let before = try await send(GetMeeting(id: id), to: service)
      await service.drain()
      service = try await self.service(loop, router)
      let after = try await send(GetMeeting(id: id), to: service)
      #expect(String(decoding: after, as: UTF8.self) == String(decoding: before, as: UTF8.self))
    }
    #expect(router.documents("session.states").count <= 1)
    await loop.stop()
  }

  private func act(
    on id: Meeting.ID, _ standup: Standup, _ service: StandupsService,
    using random: inout SeededGenerator
  ) async throws -> Data {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: return try await send(NextSpeaker(id: id), to: service)
    case 1, 2:
      let speaker = Int.random(in: 0..<6, using: &random)
      return try await send(
        TellSpeakerChanged(id: id, speaker: speaker, elapsedMs: 0), to: service)
    case 3: return try await send(EndMeeting(id: id), to: service)
    case 4: return try await send(TellSpeechFailed(id: id, reason: "Why."), to: service)
    case 5...8:
      let actions: [MeetingSession.AlertAction] = [
        .resume, .continueMeeting, .allow, .continueWithoutRecording,
      ]
      let action = try #require(actions.randomElement(using: &random))
      return try await send(AnswerMeetingAlert(id: id, action: action), to: service)
    case 9:
      let attendee = Int.random(in: 0..<6, using: &random)
      return try await send(
        DropTurns(id: id, attendee: standup.attendees[attendee].id), to: service)
    case 10, 11:
      let attendee = Int.random(in: 0..<6, using: &random)
      return try await send(AddTurn(id: id, attendee: standup.attendees[attendee].id), to: service)
    default:
      return try await send(TellLineHeard(id: id, line: anyLine(using: &random)), to: service)
    }
  }

  /// A line that may be a duplicate, late, from another stream, or without room.
  private func anyLine(using random: inout SeededGenerator) -> HeardLine {
    let from = Int64.random(in: 0...time.now, using: &random)
    let text = ["Yes.", " No. ", "❌", "", String(repeating: "a", count: 60_000)]
    var line = line(
      "\(Int.random(in: 0..<60, using: &random))", from, from + 2_000,
      text.randomElement(using: &random) ?? "")
    line.stream = ["a", "b"].randomElement(using: &random)
    if random.next() % 3 == 0 { line.stream = nil }
    return line
  }
}
