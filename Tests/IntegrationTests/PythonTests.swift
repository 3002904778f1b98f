import Bus
import FastJSON
import Foundation
import Testing

/// Python's implementations of ZeroMQ, JSON and UTF-8 against the real router.
@Suite("A meeting run from Python", .withLogs, .timeLimit(.minutes(30)))
struct PythonMeetingTests {
  @Test func aMeetingIsRunByHand() async throws {
    try await withCluster { cluster in
      let environment = try cluster.busEnvironment
      try #require(
        FileManager.default.isExecutableFile(atPath: Python.path),
        "This needs Debian's Python: sudo apt-get install python3 python3-zmq")
      let run = try await cluster.run(
        Python.path,
        [Python.script("meeting.py"), environment.commands, environment.events],
        environment: ["PYTHONDONTWRITEBYTECODE": "1"])
      try #require(run.ending == .exit(0), "\(run.output)")
      let said = try run.lines.map { try RawJSON(validating: $0.utf8) }

      let created = try #require(said.first)
      #expect(created["standup"]?["title"]?.string == "Grüße 🎈")
      #expect(created["again"]?.text == "true")
      let confirmed = try #require(said.first { $0["what"]?.string == "confirmed" })
      #expect(confirmed["denied"]?.text == "[]")
      let meeting = try #require(said.first { $0["what"]?.string == "started" }?["meeting"]?.string)
      let refused = try #require(said.first { $0["what"]?.string == "refused" })
      #expect(refused["kind"]?.string == "ERR")
      #expect(refused["code"]?.string == "conflict")
      #expect(refused["detail"]?["meeting"]?.string == meeting)

      let events = try said.filter { $0["what"]?.string == "event" }
        .map { try #require($0["event"]).decode(as: CloudEvent.self) }
      #expect(
        events.filter { $0.sequence != nil }.map(\.type) == [
          "meeting.started", "meeting.speakerChanged", "meeting.finished",
        ])
      // Only the newest of several late ticks is sent.
      let ticks = events.filter { $0.type == "meeting.tick" }.map { $0.data["elapsedMs"]?.text }
      #expect(!ticks.isEmpty && Set(ticks).isSubset(of: ["1000", "2000", "3000"]))
      #expect(Set(ticks).count == ticks.count)
      let standup = try #require(created["standup"]?["id"]?.string)
      for row in said where row["what"]?.string == "event" {
        let type = try #require(row["event"]?["type"]?.string)
        #expect(row["topic"]?.string == "s/\(standup)/\(type)/")
      }
      #expect(try said.last?["meetings"]?.decode() == [meeting])
    }
  }
}
