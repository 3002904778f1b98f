import Foundation
import StandupsContracts
import StandupsTestKit
import Testing

@testable import Polls

/// The service on a bus within this process, with substitutes for the services of the installation.
@Suite struct PollsTests {
  private static let bindings = "polls.decided=standups.note, polls.clockNeeded=timer.start"

  private func with(
    _ bindings: String = bindings, _ body: (TestBus) async throws -> Void
  ) async throws {
    let bus = try await TestBus(bindings: bindings)
    do {
      try await bus.serve { PollsService(delegate: $0) }
      try await body(bus)
    } catch {
      await bus.close()
      throw error
    }
    await bus.close()
  }

  private let lunch = OpenPoll(question: "Lunch?", choices: ["Pizza", "Soup"])

  @Test func aClosedPollIsPublished() async throws {
    try await with { bus in
      let poll = try await bus.send(lunch)
      _ = try await bus.send(Vote(id: poll.id, choice: "Soup"))
      let closed = try await bus.send(ClosePoll(id: poll.id))
      #expect(closed.winner == "Soup" && !closed.isOpen)
      let event = try #require(bus.published.values.first)
      #expect(event.type == "polls.closed" && event.subject == poll.id)
      #expect(try event.data?.decode(as: PollClosed.self).winner == "Soup")
    }
  }

  @Test func aPollIsStoredWithItsVotes() async throws {
    try await with { bus in
      let poll = try await bus.send(lunch)
      _ = try await bus.send(Vote(id: poll.id, choice: "Soup"))
      let stored = try #require(bus.documents(in: StoredPolls.collection).first)
      var book = PollBook()
      book.restore(try stored.body.decode(as: PollBook.Entry.self))
      let restored = try book.open(poll: poll.id)
      #expect(restored.winner == "Soup")
      let next = try book.open(lunch)
      #expect(next.id != poll.id)
    }
  }

  @Test func votesAtTheSameTimeAllCount() async throws {
    try await with { bus in
      let poll = try await bus.send(lunch)
      await withTaskGroup(of: Void.self) { group in
        for _ in 1...10 {
          group.addTask { _ = try? await bus.send(Vote(id: poll.id, choice: "Soup")) }
        }
      }
      #expect(try await bus.send(ClosePoll(id: poll.id)).votes == [0, 10])
    }
  }

  @Test func aResultLeadsToAFollowUp() async throws {
    try await with { bus in
      let noted = Recorder<NoteFollowUp>()
      var standups = CommandTable()
      standups.on(NoteFollowUp.self) { command, _ in
        noted.record(command)
        return FollowUp(
          id: FollowUp.ID(UUID()), attendee: Attendee(id: Attendee.ID(UUID()), name: "Ann"),
          text: command.text ?? "", meeting: Meeting.ID(UUID()), atMs: 0)
      }
      try await bus.serve("standups", standups)
      let poll = try await bus.send(lunch)
      _ = try await bus.send(Vote(id: poll.id, choice: "Pizza"))
      _ = try await bus.send(ClosePoll(id: poll.id, standup: UUID().uuidString))
      #expect(noted.values.map(\.text) == ["Lunch? Pizza"])
    }
  }

  @Test func withoutABindingTheResultIsRejectedAndThePollStaysOpen() async throws {
    try await with("polls") { bus in
      let poll = try await bus.send(lunch)
      _ = try await bus.send(Vote(id: poll.id, choice: "Pizza"))
      let error = await #expect(throws: BusError.self) {
        try await bus.send(ClosePoll(id: poll.id, standup: UUID().uuidString))
      }
      #expect(error?.code == .unbound)
      #expect(error?.message.contains("“polls.decided”") == true)
      #expect(try await bus.send(Vote(id: poll.id, choice: "Soup")).isOpen)
      #expect(bus.published.values.isEmpty)
    }
  }

  @Test func thePollClosesWhenItsTimeIsUp() async throws {
    try await with { bus in
      let started = Recorder<StartCountdown>()
      var timer = CommandTable()
      timer.on(StartCountdown.self) { command, _ in
        started.record(command)
        return CountdownStatus(
          id: command.id, durationMs: command.durationMs, speakers: 1, speaker: 0,
          clock: try #require(command.resuming?.clock))
      }
      try await bus.serve("timer", timer)
      let poll = try await bus.send(
        OpenPoll(question: "Lunch?", choices: ["Pizza", "Soup"], durationMs: 60_000))
      #expect(started.values.map(\.id) == ["polls/\(poll.id)"])
    }
  }

  /// The router sends these commands for the timer; a tool may not.
  @Test func aReportOfTheTimerClosesAPollOnce() async throws {
    var book = PollBook()
    let poll = try book.open(
      OpenPoll(question: "Lunch?", choices: ["Pizza", "Soup"], durationMs: 60_000))
    #expect(book.clocks.map(\.id) == ["polls/\(poll.id)"])
    let closed = try book.close(clock: "polls/\(poll.id)")
    #expect(closed?.isOpen == false)
    let again = try book.close(clock: "polls/\(poll.id)")
    #expect(again == nil)
    #expect(book.clocks.isEmpty)
    try await with { bus in
      let error = await #expect(throws: BusError.self) {
        try await bus.send(TellPollTimeUp(id: "polls/1"))
      }
      #expect(error?.code == .denied)
    }
  }

  @Test(arguments: [
    (Vote(id: "7", choice: "Pizza"), BusError.Code.notFound),
    (Vote(id: "1", choice: "Stew"), .invalid),
  ])
  func aVoteThatCannotCountIsRejected(vote: Vote, code: BusError.Code) async throws {
    try await with { bus in
      _ = try await bus.send(lunch)
      let error = await #expect(throws: BusError.self) { try await bus.send(vote) }
      #expect(error?.code == code)
    }
  }
}
