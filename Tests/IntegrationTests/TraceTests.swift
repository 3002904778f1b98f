import Bus
import Documents
import FastJSON
import Foundation
import RouterAPI
import Standups
import StandupsAPI
import Testing
import ZeroMQ

/// The effects of a command, through real processes.
@Suite(.withLogs, .timeLimit(.minutes(30))) struct TraceTests {
  private struct Whole: Decodable {
    var correlation: String
    var messages: [TracedMessage]
    var events: [TracedEvent]
    var isComplete: Bool
  }

  private func trace(_ id: String, _ cluster: Cluster) async throws -> Whole {
    let run = try await cluster.run(Program.commandLine, ["trace", id, "--json"])
    try #require(run.ending == .exit(0), "\(run.output)")
    return try BusJSON.decode(Whole.self, from: Data(run.output.utf8))
  }

  /// Chains of `sender message > receiver` from the command down.
  private func chains(_ trace: Whole) -> Set<String> {
    let byID = Dictionary(trace.messages.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    func chain(_ message: TracedMessage) -> [String] {
      (message.cause.flatMap { byID[$0] }.map(chain) ?? []) + ["\(message.target)"]
    }
    return Set(trace.messages.map { chain($0).joined(separator: " > ") })
  }

  @Test func addingAStandupAndStartingAMeetingAreTracedToTheirEvents() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let follower = try await cluster.follower()
      let added = try await cluster.run(
        Program.commandLine, ["add", "Daily", "--attendee", "Ann", "--trace"])
      #expect(added.ending == .exit(0))
      #expect(added.output.contains("CMD standups.create (tool → standups)"))
      #expect(added.output.contains("CMD persistence.commit (router → persistence)"))
      #expect(added.output.contains("event standup.created #"))

      let created = try await follower.first("the standup") {
        $0.type == StandupCreated.type
      }
      let correlation = try #require(created.correlationid)
      let add = try await trace(String(correlation.prefix(8)), cluster)
      #expect(add.correlation == correlation)
      #expect(add.isComplete)
      #expect(
        chains(add) == [
          "standups.create", "standups.create > store.changesDecided",
          "standups.create > store.changesDecided > persistence.commit",
        ])
      #expect(add.events.map(\.id) == [created.id])
      #expect(add.events.first?.cause == created.causationid)
      #expect(add.messages.contains { $0.id == created.causationid })
      #expect(add.messages.allSatisfy { $0.answer?.kind == .final })

      let standup = try created.data.decode(as: StandupCreated.self).standup
      let session = try await peer.startMeeting(standup)
      let started = try await follower.first(MeetingStarted.self, about: session.id)
      // From the event's id, as a user who follows events has it.
      var start = try await trace(started.id, cluster)
      // The clock starts after the reply.
      try await eventually("Its clock was started.") {
        start = try await trace(started.id, cluster)
        return start.isComplete
          && chains(start).contains("meetings.start > meetings.started > timer.start")
      }
      #expect(
        chains(start).contains("meetings.start > store.changesDecided > persistence.commit"))
      #expect(start.events.map(\.type) == [MeetingStarted.type])
      // The trace contains no spoken words and no names.
      let text = try await cluster.run(Program.commandLine, ["trace", started.id, "--json"]).output
      #expect(!text.contains("Ann") && !text.contains("Daily"))

      let list = try await cluster.run(Program.commandLine, ["trace", "--json"])
      let latest = try BusJSON.decode(ListTraces.Reply.self, from: Data(list.output.utf8))
      #expect(latest.traces.contains { $0.correlation == correlation })

      // A restarted router remembers nothing; the journal does.
      await cluster.signal(SIGKILL, [.router])
      try await peer.waitUntilReady()
      let after = try await trace(correlation, cluster)
      #expect(after.messages.isEmpty && !after.isComplete)
      #expect(after.events == add.events)
      let words = try await cluster.run(Program.commandLine, ["trace", correlation])
      #expect(words.output.contains("Part of this trace is missing"))
      _ = try await peer.send(EndMeeting(id: session.id))
      _ = try await peer.send(AnswerMeetingAlert(id: session.id, action: .discard))
    }
  }

  @Test func publishedEventsAreFollowedAndReplayed() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let follower = try await cluster.follower()
      let run = try await cluster.run(
        Program.commandLine,
        ["publish", "test.hello", "world", "--data", #"{"a":1}"#, "--count", "5"])
      #expect(run.ending == .exit(0))
      let events = try await peer.send(EventReplay(JournalQuery(after: 0, types: ["test."]))).events
      #expect(events.map { $0.data["number"] } == (1...5).map { RawJSON($0) })
      #expect(events.allSatisfy { $0.data["a"] == RawJSON(1) && $0.subject == "world" })
      let heard = try await follower.first("the fifth") { $0.id == events[4].id }
      #expect(heard == events[4])
      let all = await follower.events
      #expect(all.map(\.number) == (1...Int64(all.count)).map { $0 })
      let refused = try await cluster.run(
        Program.commandLine, ["publish", "meeting.finished", "x"])
      #expect(refused.ending == .exit(64))
      let error = try await peer.refusal(
        PublishEvents(events: [EventDraft(type: "meeting.finished", subject: "x")]))
      #expect(error?.code == .invalid)
    }
  }

  @Test func deadLettersSurviveARestartOfEverything() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let follower = try await cluster.follower()
      let dealer = try await cluster.rawDealer()
      let hello = try await dealer.ask([
        head("HELLO", "stranger"),
        """
        {"service":"stranger","instance":"\(UUID().uuidString)","minor":0,"capacity":10,
         "isSharded":false,"commands":[],"delegates":["stranger.shouted"]}
        """,
      ])
      #expect(hello.head.kind == .ok)
      let id = UUID().lowercaseText
      let refusal = try await dealer.refusal([
        Frame("STB1 DLG stranger.shouted {\"id\":\"\(id)\"}"), "{\"said\":\"a secret\"}",
      ])
      #expect(refusal.code == .unbound)
      let buried = try await follower.first(BusDeadLetter.self, about: "stranger.shouted")
      // The dead-letter event belongs to the call that no binding handled.
      #expect(buried.correlationid == id)
      await dealer.close()
      await cluster.signal(SIGKILL, [.router, .persistence])
      try await peer.waitUntilReady()
      let list = try await cluster.run(
        Program.commandLine, ["dead-letters", "list", "--target", "stranger."])
      #expect(list.ending == .exit(0))
      #expect(list.output.contains(String(id.prefix(8))))
      #expect(list.output.contains("unbound") && list.output.contains("19 B"))
      let show = ["dead-letters", "show", String(id.prefix(8))]
      #expect(try await !cluster.run(Program.commandLine, show).output.contains("a secret"))
      let whole = try await cluster.run(Program.commandLine, show + ["--body"])
      #expect(whole.output.contains("a secret"))
      let replay = try await cluster.run(Program.commandLine, ["dead-letters", "replay", "--all"])
      #expect(replay.ending == .exit(75))
      let drop = try await cluster.run(
        Program.commandLine, ["dead-letters", "drop", String(id.prefix(8)), "--yes"])
      #expect(drop.output.contains("Dropped 1 dead letter."))
      #expect(try await peer.send(DeadLetters()).total == 0)
    }
  }

  @Test func aReplayThatCannotBeIsRefusedWithAReason() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let heads = try await peer.send(EventHeads())
      let cases: [(EventReplay, BusError.Code)] = [
        (EventReplay(JournalQuery(after: heads.head + 1000)), .invalid),
        (EventReplay(JournalQuery(after: -1)), .invalid),
        (EventReplay(JournalQuery(after: 0, types: [""])), .invalid),
        (EventReplay(JournalQuery(after: 0, types: ["meeting..x"])), .invalid),
        (EventReplay(JournalQuery(after: 0, standup: "")), .invalid),
        (EventReplay(JournalQuery(after: 0, limit: 0)), .invalid),
        (EventReplay(JournalQuery(after: 0, limit: 1001)), .invalid),
        (EventReplay(JournalQuery(after: 0, epoch: "another")), .compacted),
      ]
      for (command, code) in cases {
        let error = try await peer.refusal(command)
        #expect(error?.code == code, "\(command)")
        #expect(error?.message.isEmpty == false)
      }
      let lines: [([String], Int32)] = [
        (["events", "replay", "--since", "999999999"], 65),
        (["events", "replay", "--since", "2099-01-01T00:00:00Z"], 65),
        (["events", "replay", "--since", "1", "--epoch", "another"], 65),
        (["events", "replay", "--type", "me/eting"], 64), (["watch", "--type", ""], 64),
        (["watch", "--since", "999999999"], 65), (["watch", "--type", "nothing."], 64),
      ]
      for (arguments, code) in lines {
        let run = try await cluster.run(Program.commandLine, arguments)
        #expect(run.ending == .exit(code), "\(arguments): \(run.output)")
        #expect(run.output.hasPrefix("standups: "))
      }
    }
  }
}
