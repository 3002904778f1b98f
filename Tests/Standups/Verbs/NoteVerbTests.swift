import Bus
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import Command

@Suite("What is to be come back to, on the command line")
struct NoteVerbTests {
  private func bench() -> Bench {
    let bench = Bench()
    bench.caller.on(ListStandups.self) { _ in .init(standups: [Fixture.summary()], next: nil) }
    bench.caller.on(ListFollowUps.self) { _ in
      .init(followUps: [Fixture.followUp(1, 0, "The review."), Fixture.followUp(2, 1, "Ask.")])
    }
    bench.caller.on(NoteFollowUp.self) { command in
      var noted = Fixture.followUp(3, 0, command.text ?? "What was said.")
      if let id = command.attendee, let who = Fixture.standup().attendees[id: id] {
        noted.attendee = who
      }
      return noted
    }
    bench.caller.on(FinishFollowUp.self) { command in
      var done = Fixture.followUp(2, 1, "Ask.")
      #expect(command.followUp == done.id)
      done.doneMs = 1_800_000_000_001
      return done
    }
    return bench
  }

  @Test("A note is for the one who has the floor, or for somebody")
  func note() async {
    let bench = bench()
    #expect(await bench.run(["note", "Daily", "The review."]) == .ok)
    #expect(
      bench.output
        == "Noted for Ann: The review. (\(Fixture.followUp(3, 0, "").id.description.prefix(8)))\n")
    #expect(await bench.run(["note", "Daily", "Ask.", "--for", "bob"]) == .ok)
    #expect(await bench.run("note Daily --last") == .ok)
    let sent = bench.caller.commands(NoteFollowUp.self)
    #expect(sent.map(\.attendee) == [nil, Fixture.standup().attendees[1].id, nil])
    #expect(sent.map(\.text) == ["The review.", "Ask.", nil])
    #expect(sent.map(\.last) == [nil, nil, true])
    #expect(sent.allSatisfy { $0.meeting == nil })
  }

  @Test("A note on a past meeting names the meeting")
  func past() async {
    let bench = bench()
    bench.caller.on(GetStandup.self) { _ in
      .init(summary: Fixture.summary(meetings: 1), meetings: [Fixture.meeting()], next: nil)
    }
    #expect(await bench.run("note Daily Later --for Ann --meeting last") == .ok)
    #expect(bench.caller.commands(NoteFollowUp.self).map(\.meeting) == [Fixture.meetingID])
  }

  @Test(
    "What makes no sense is refused before anything is sent",
    arguments: [
      "note Daily", "note Daily x --last", "done Daily", "done Daily xyz", "done Daily abc",
    ])
  func refused(line: String) async {
    let bench = bench()
    #expect(await bench.run(line) == .usage)
    #expect(bench.caller.sent.isEmpty)
  }

  @Test("Somebody who is not there gets no note")
  func nobody() async {
    let bench = bench()
    #expect(await bench.run("note Daily x --for Zoe") == .noInput)
    #expect(bench.errors.contains("Ann, Bob, Cy"))
    #expect(bench.caller.commands(NoteFollowUp.self).isEmpty)
  }

  @Test("What is open is a table, and JSON for programs")
  func notes() async throws {
    let bench = bench()
    #expect(await bench.run("notes Daily") == .ok)
    #expect(bench.output.contains("2027-01-15 08:00  Ann  The review."))
    let program = self.bench()
    #expect(await program.run("notes Daily --json") == .ok)
    let reply = try BusJSON.decode(ListFollowUps.Reply.self, from: Data(program.output.utf8))
    #expect(reply.followUps.map(\.text) == ["The review.", "Ask."])
  }

  @Test("What is done is named by the beginning of its id")
  func done() async {
    let bench = bench()
    let id = Fixture.followUp(2, 1, "").id.description
    #expect(await bench.run("done Daily \(id) \(id)") == .ok)
    #expect(bench.output == "Done: Bob: Ask.\n")
    #expect(bench.caller.commands(FinishFollowUp.self).count == 1)
    #expect(await self.bench().run("done Daily ffffffff") == .noInput)
    #expect(await self.bench().run("done Daily \(id.prefix(4))") == .data)
  }

  @Test("show has what is open")
  func show() async {
    let bench = bench()
    bench.caller.on(GetStandup.self) { _ in
      .init(summary: Fixture.summary(meetings: 1), meetings: [Fixture.meeting()], next: nil)
    }
    #expect(await bench.run("show Daily") == .ok)
    #expect(bench.output.contains("Open follow-ups: 2") && bench.output.contains("The review."))
    let program = self.bench()
    program.caller.on(GetStandup.self) { _ in
      .init(summary: Fixture.summary(meetings: 1), meetings: [Fixture.meeting()], next: nil)
    }
    #expect(await program.run("show Daily --json") == .ok)
    #expect(program.output.contains(#""followUps":[{"#))
  }
}
