import Bus
import Foundation
import RouterAPI
import Standups
import StandupsAPI
import Testing
import TimerAPI
import ZeroMQ

/// Invalid input over the bus is answered with a clear error, changes nothing and breaks nothing.
@Suite(.withLogs, .timeLimit(.minutes(30))) struct BadInputTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var what: String
    var code: BusError.Code
    var frames: [Frame]
    var testDescription: String { what }
    init(_ what: String, _ code: BusError.Code, _ frames: [Frame]) {
      (self.what, self.code, self.frames) = (what, code, frames)
    }
  }

  static var messages: [Case] {
    let past = Date().milliseconds - 1000
    let meeting = UUID().uuidString
    return [
      Case("noise", .version, [Frame((0..<200).map { UInt8(truncatingIfNeeded: $0 &* 73) })]),
      Case("an empty frame", .version, [Frame()]),
      Case("another protocol", .version, ["HTTP/1.1 GET / {}"]),
      Case("another version", .version, [Frame("STB2 CMD standups.list {}"), "{}"]),
      Case("an unknown kind", .invalid, [head("SHOUT", "standups.list"), "{}"]),
      Case("a kind of the router", .invalid, [head("REHELLO", "-"), "{}"]),
      Case("no header", .invalid, ["STB1 CMD standups.list", "{}"]),
      Case("a header that is no JSON", .invalid, ["STB1 CMD standups.list {id:7}", "{}"]),
      Case("a header without id", .invalid, ["STB1 CMD standups.list {\"deadline\":1}", "{}"]),
      Case("an id that is none", .invalid, ["STB1 CMD standups.list {\"id\":\"7\"}", "{}"]),
      Case(
        "a header that nests 1000 deep", .invalid,
        [head("CMD", "standups.list", ",\"x\":" + String(repeating: "[", count: 1000)), "{}"]),
      Case(
        "a deadline that is text", .invalid, [head("CMD", "a.b", ",\"deadline\":\"now\""), "{}"]),
      Case("a target with a space", .invalid, [head("CMD", "standups list"), "{}"]),
      Case("a target with a slash", .invalid, [head("CMD", "../standups.list"), "{}"]),
      Case("a head of 5000 bytes", .tooLarge, [head("CMD", String(repeating: "a", count: 5000))]),
      Case(
        "nine frames", .tooLarge,
        [head("CMD", "standups.list"), "{}"] + [Frame](repeating: "x", count: 7)),
      Case(
        "more than 1 MiB in all", .tooLarge,
        [head("CMD", "standups.list"), "{}"]
          + [Frame](repeating: Frame([UInt8](repeating: 1, count: 400_000)), count: 3)),
      Case("a service that nobody knows", .unroutable, [head("CMD", "nobody.here"), "{}"]),
      Case("a command that nobody knows", .unroutable, [head("CMD", "standups.shout"), "{}"]),
      Case("what only bindings may send", .denied, [head("CMD", "persistence.commit"), "{}"]),
      Case(
        "the end of a meeting, told by a stranger", .denied,
        [head("CMD", "meetings.timeUp"), Frame("{\"id\":\"\(meeting)\"}")]),
      Case(
        "a deadline that passed", .expired,
        [head("CMD", "standups.create", ",\"deadline\":\(past)"), "{}"]),
      Case(
        "the earliest deadline", .expired,
        [head("CMD", "standups.create", ",\"deadline\":\(Int64.min)"), "{}"]),
      Case("a body that is no JSON", .invalid, [head("CMD", "standups.create"), "{title:"]),
      Case("an empty body", .invalid, [head("CMD", "standups.create"), ""]),
      Case(
        "a body that is no UTF-8", .invalid,
        [head("CMD", "standups.create"), Frame([0x7B, 0x22, 0xFF, 0xFE, 0x22, 0x7D])]),
      Case(
        "a body that nests 300,000 deep", .invalid,
        [head("CMD", "standups.create"), Frame(String(repeating: "[", count: 300_000))]),
      Case("a list as body", .invalid, [head("CMD", "standups.create"), "[]"]),
      Case("a number as title", .invalid, [head("CMD", "standups.create"), "{\"title\":5}"]),
      Case("an unknown theme", .invalid, [head("CMD", "standups.create"), "{\"theme\":\"pink\"}"]),
      Case("no duration", .invalid, [head("CMD", "standups.create"), "{\"durationMs\":0}"]),
      Case(
        "a duration of more than a day", .invalid,
        [head("CMD", "standups.create"), "{\"durationMs\":86400001}"]),
      Case(
        "a duration beyond all integers", .invalid,
        [head("CMD", "standups.create"), "{\"durationMs\":99999999999999999999}"]),
      Case("an id that is missing", .invalid, [head("CMD", "standups.get"), "{}"]),
      Case("an id that is text", .invalid, [head("CMD", "standups.get"), "{\"id\":\"daily\"}"]),
      Case(
        "a standup that is not there", .notFound,
        [head("CMD", "standups.get"), Frame("{\"id\":\"\(meeting)\"}")]),
      Case(
        "a meeting that is not live", .notFound,
        [head("CMD", "meetings.next"), Frame("{\"id\":\"\(meeting)\"}")]),
      Case(
        "a search for 65 words", .invalid,
        [
          head("CMD", "standups.search"),
          Frame("{\"query\":\"\((1...65).map { "w\($0)" }.joined(separator: " "))\"}"),
        ]),
      Case("a page of none", .invalid, [head("CMD", "standups.list"), "{\"limit\":0}"]),
      Case(
        "a countdown of no speakers", .invalid,
        [
          head("CMD", "timer.start", ",\"key\":\"tool/x\""),
          "{\"id\":\"tool/x\",\"durationMs\":1000,\"speakers\":0}",
        ]),
      Case(
        "a countdown without end", .invalid,
        [
          head("CMD", "timer.start", ",\"key\":\"tool/x\""),
          Frame("{\"id\":\"tool/x\",\"durationMs\":\(Int64.max),\"speakers\":\(Int64.max)}"),
        ]),
      Case(
        "a countdown of another name than that of the header", .invalid,
        [
          head("CMD", "timer.start", ",\"key\":\"tool/x\""),
          "{\"id\":\"tool/y\",\"durationMs\":1000,\"speakers\":1}",
        ]),
      Case(
        "the clock of a meeting, held by a stranger", .denied,
        [
          head("CMD", "timer.pause", ",\"key\":\"meeting/\(meeting)\""),
          Frame("{\"id\":\"meeting/\(meeting)\"}"),
        ]),
      Case(
        "the clock of a meeting under the name of a tool's", .invalid,
        [
          head("CMD", "timer.pause", ",\"key\":\"tool/x\""),
          Frame("{\"id\":\"meeting/\(meeting)\"}"),
        ]),
      Case(
        "the words of a meeting, cut off by a stranger", .denied,
        [
          head("CMD", "transcription.finish", ",\"key\":\"meeting/\(meeting)\""),
          Frame("{\"id\":\"meeting/\(meeting)\"}"),
        ]),
      Case(
        "audio for nobody", .notFound,
        [head("CMD", "transcription.audio"), "{\"id\":\"x\",\"offset\":0}", "12"]),
      Case("a file that is none", .invalid, [head("CMD", "standups.import"), "{\"json\":\"[{\"}"]),
      Case("a manifest that is none", .invalid, [head("HELLO", "stranger"), "{\"service\":1}"]),
    ]
  }

  @Test func everyBadMessageIsRefused() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilAllAreUp()
      let standup = try await peer.createStandup(durationMs: 60_000, attendees: 2)
      let before = try await peer.send(ListStandups())
      let dealer = try await cluster.rawDealer()
      // Never empty because it is a literal.
      for bad in Self.messages {
        let error = try await dealer.refusal(bad.frames)
        #expect(error.code == bad.code, "\(bad.what): \(error)")
        #expect(error.message.hasSuffix(".") || error.message.hasSuffix(")"), "\(error.message)")
      }
      #expect(try await peer.send(ListStandups()) == before)
      #expect(try await peer.send(ListLiveMeetings()).meetings.isEmpty)
      #expect(try await peer.send(ListCountdowns()).countdowns.isEmpty)
      #expect(try await peer.pastMeetings(standup.id).isEmpty)
      // None of this counts as a defect in health.
      let health = try await peer.send(GetHealth())
      #expect(health.deadLetters == 0)
      #expect(health.problems == [])
      #expect(await cluster.endings.isEmpty, "a service ended")
      await dealer.close()
    }
  }

  /// A message that cannot be answered is dropped: the router continues.
  @Test func strangersAndOversizedFramesDoNoHarm() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilAllAreUp()
      let dealer = try await cluster.rawDealer()
      #expect(try await dealer.ask([head("FIN", "-"), "{}"]).head.kind == .rehello)
      #expect(try await dealer.ask([head("DLG", "timer.finished"), "{}"]).head.kind == .rehello)
      #expect(try await dealer.ask([head("HB", "timer"), "{}"]).head.kind == .rehello)
      #expect(try await dealer.ask([head("HB", "-"), "{}"]).head.kind == .heartbeat)
      #expect(try await dealer.ask([head("BYE", "-"), "{}"]).head.kind == .ok)
      // libzmq itself closes the connection after a frame that is too large.
      try await dealer.send([Frame([UInt8](repeating: 1, count: 3 << 20))])
      let other = try await cluster.rawDealer()
      #expect(try await other.ask([head("CMD", "standups.list"), "{}"]).head.kind == .final)
      let own = UUID().uuidString
      try await other.send([Frame("STB1 CMD standups.list {\"id\":\"\(own)\"}")])
      #expect(try await other.receive()[0].count == 2, "a body may be missing")
      #expect(await cluster.endings.isEmpty, "a service ended")
      await dealer.close()
      await other.close()
    }
  }

  @Test func fiftyThousandBadMessagesLeaveNothingBehind() async throws {
    var options = Cluster.Options()
    // The router's ring of traced messages is full after the first 5,000, and does not grow then.
    options.environment["STANDUPS_TRACE_MESSAGES"] = "1000"
    try await withCluster(options) { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilAllAreUp()
      let dealer = try await cluster.rawDealer()
      // Built again each time, as two messages under way with one id would get one answer. Without the large messages.
      func flood(_ count: Int) async throws {
        var sent = 0
        while sent < count {
          let batch = Self.messages.filter { $0.frames.reduce(0) { $0 + $1.count } < 10_000 }
          for message in batch { try await dealer.send(message.frames) }
          _ = try await dealer.receive(batch.count, within: .seconds(60))
          sent += batch.count
        }
      }
      let router = try #require(await cluster.child(.router)).pid
      let standups = try #require(await cluster.child(.standups)).pid
      try await flood(5_000)
      let before = (try residentKiB(router), try residentKiB(standups))
      try await flood(50_000)
      let after = (try residentKiB(router), try residentKiB(standups))
      print(
        "after 50,000 bad messages: router \(before.0) → \(after.0) KiB, standups \(before.1) → "
          + "\(after.1) KiB")
      // Retaining 300 bytes of each would add 15 MB.
      #expect(after.0 - before.0 < 4_000)
      #expect(after.1 - before.1 < 4_000)
      #expect(try await peer.send(ListStandups()).standups.isEmpty)
      await dealer.close()
    }
  }

  /// Resident memory of a process, in KiB (proc(5), VmRSS).
  private func residentKiB(_ pid: pid_t) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try #require(line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) })
  }

  // MARK: Duplicates and contradictions

  @Test func aCommandThatIsSentTwiceIsDoneOnce() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilAllAreUp()
      let create = CreateStandup(title: "Once", durationMs: 60_000)
      let options = CallOptions(timeoutMs: 20_000, idempotencyKey: "once")
      async let first = peer.send(create, options: options)
      async let second = peer.send(create, options: options)
      let standup = try await first
      #expect(try await second == standup)
      for victims in [[Program.standups], [.persistence], [.standups, .persistence, .router]] {
        await cluster.signal(SIGKILL, victims)
        #expect(try await peer.send(create, options: options) == standup, "after \(victims)")
      }
      // Two messages under way with the same id also get one answer, and the command is done once.
      let dealer = try await cluster.rawDealer()
      let message: [Frame] = [
        head("CMD", "standups.create", ",\"idem\":\"twice\""), "{\"title\":\"Twice\"}",
      ]
      try await dealer.send(message)
      try await dealer.send(message)
      let answer = try Envelope(try await dealer.receive()[0])
      #expect(answer.head.kind == .final)
      #expect(
        try await peer.send(ListStandups()).standups.map(\.standup.title) == ["Once", "Twice"])
      await dealer.close()
    }
  }

  @Test func contradictionsAreRefused() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilAllAreUp()
      let standup = try await peer.createStandup(durationMs: 60_000, attendees: 2)
      let session = try await peer.startMeeting(standup)
      let again = try await peer.refusal(StartMeeting(standup: standup.id, isRecorded: false))
      #expect(again?.code == .conflict)
      #expect(again?.detail?["meeting"] == "\(session.id)")
      #expect(again?.message.contains("\(session.id)") == true)
      #expect(try await peer.refusal(DeleteStandup(id: standup.id))?.code == .conflict)
      let unasked = try await peer.refusal(AnswerMeetingAlert(id: session.id, action: .saveAndEnd))
      #expect(unasked?.code == .conflict)
      _ = try await peer.send(EndMeeting(id: session.id))
      #expect(try await peer.refusal(EndMeeting(id: session.id))?.code == .conflict)
      #expect(try await peer.refusal(NextSpeaker(id: session.id))?.code == .conflict)
      let wrong = try await peer.refusal(AnswerMeetingAlert(id: session.id, action: .allow))
      #expect(wrong?.code == .conflict)
      #expect(wrong?.detail?["actions"] == "saveAndEnd,discard,resume")
      let live = try await peer.send(GetMeeting(id: session.id))
      #expect(live.session.destination == .alert(.endMeeting(isDiscardable: true)))
      let listStatus = try await peer.refusal(AnswerListAlert(action: .loadSamples))
      #expect(listStatus?.code == .conflict)
    }
  }
}
