import Bus
import Cells
import CellsAPI
import FocusAPI
import Foundation
import Glibc
import PeopleAPI
import ScheduleAPI
import Standups
import StandupsAPI
import TestSupport
import Testing
import TranscriptionAPI
import WebhooksAPI

/// Exports everything from one real installation and imports it into another.
@Suite(
  .serialized, .withLogs, .timeLimit(.minutes(30)),
  .needs(.postgreSQL))
struct ArchiveTests {
  private static let patient = CallOptions(timeoutMs: 20_000)
  private static let secret = "a-secret-of-a-receiver-long-enough"
  private static let nginx = GlossaryTerm("nginx", soundsLike: "engine x")

  /// The documents of an archive without the members that change on their own.
  private typealias Contents = [String: String]

  private func contents(_ path: String) throws -> Contents {
    let volatile = [
      "webhooks": ["position", "pause", "failingSince", "isLocal"],
      "schedules": ["settledMs", "told", "remindedMs"],
    ]
    var contents: Contents = [:]
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      guard var document = object?["document"] as? [String: Any] else { continue }
      let collection = try #require(document["collection"] as? String)
      var body = try #require(document["body"] as? [String: Any])
      for name in volatile[collection] ?? [] { body[name] = nil }
      document["body"] = body
      let id = try #require(document["id"] as? String)
      let sorted = try JSONSerialization.data(withJSONObject: document, options: [.sortedKeys])
      contents["\(collection)/\(id)"] = String(decoding: sorted, as: UTF8.self)
    }
    return contents
  }

  /// Creates one of everything that users own.
  private func furnish(_ cluster: Cluster) async throws -> [Standup] {
    let peer = try await cluster.peer()
    try await peer.waitUntilReady()
    let daily = try await peer.createStandup("Daily", durationMs: 60_000, attendees: 3)
    let retro = try await peer.createStandup("Retro \u{202E}é", durationMs: 300_000, attendees: 1)
    let speaker = try #require(daily.attendees.first)
    func said(_ count: Int, _ word: String) -> Meeting {
      let segments = (0..<count).map {
        Segment(
          attendee: speaker.id, speaker: "A", fromMs: Int64($0), toMs: Int64($0 + 1),
          text: "\(String(repeating: "\(word) ", count: 30))\($0)")
      }
      return Meeting(
        id: Meeting.ID(UUID()), date: Date(timeIntervalSince1970: 1_600_000_000),
        transcript: MeetingSession.transcript(of: segments), segments: segments,
        durationMs: 60_000, ending: .timeUp, attendees: daily.attendees.elements)
    }
    let imported = StandupWithMeetings(
      standup: Standup(id: Standup.ID(UUID()), title: "Long", attendees: daily.attendees),
      meetings: [said(3, "periscope")] + said(3000, "submarine").divided)
    let file = "\(cluster.folder)/long.json"
    try StandupsJSON.encode([imported]).write(to: URL(fileURLWithPath: file))
    let run = try await cluster.run(Program.commandLine, ["import", file])
    #expect(run.ending == .exit(0), "\(run.output)")
    _ = try await peer.send(
      NoteFollowUp(
        standup: imported.standup.id, meeting: imported.meetings[0].id, attendee: speaker.id,
        text: "wait for the review"))

    _ = try await peer.send(
      SetSchedule(
        subject: "\(daily.id)", rule: ScheduleRule(at: "09:30", on: [.mon], zone: "Europe/Paris")))
    for (standup, isGranted) in [(daily, true), (retro, false)] {
      _ = try await peer.send(AuthorizeSpeech(subject: "\(standup.id)", isGranted: isGranted))
    }
    _ = try await peer.send(
      AddWebhook(
        url: "http://127.0.0.1:1/hook", types: ["meeting.finished"],
        secret: WebhookSecret(Self.secret)))
    _ = try await peer.send(
      AddWebhook(url: "http://127.0.0.1:1/room/key", types: ["schedule.missed"], format: .slack))
    _ = try await peer.send(AddTerms(terms: [Self.nginx]))
    _ = try await peer.send(StartFocus(person: "Ada", title: "Report"))
    try await eventually("A second is over.") {
      try await peer.send(GetFocus(person: "Ada")).elapsedMs >= 1000
    }
    #expect(try await peer.send(StopFocus(person: "Ada")).item != nil)
    return try await peer.everyStandup()
  }

  private func export(
    _ cluster: Cluster, _ name: String, _ more: [String] = []
  ) async throws -> String {
    let path = "\(cluster.folder)/\(name)"
    let run = try await cluster.run(
      Program.commandLine, ["export", "--format", "archive", "-o", path] + more)
    #expect(run.ending == .exit(0), "\(run.output)")
    return path
  }

  private struct Report: Decodable {
    var created: Int
    var same: Int
    var differ: Int
    var refused: Int
    var replaced: Int
  }

  private func take(
    _ cluster: Cluster, _ path: String, _ more: [String] = [], code: Int32 = 0
  ) async throws -> Report {
    let run = try await cluster.run(Program.commandLine, ["import", path, "--json"] + more)
    #expect(run.ending == .exit(code), "\(run.output)")
    return try JSONDecoder().decode(Report.self, from: Data((run.lines.first ?? "").utf8))
  }

  /// From SQLite to PostgreSQL: the contents are equal, and all services and followers see them.
  /// Adds a person with a role in a team of its own.
  private func addPerson(_ cluster: Cluster) async throws -> Person {
    let peer = try await cluster.peer()
    _ = try await peer.send(AddTeam(id: "web", name: "Web"), options: Self.patient)
    let ann = try await peer.send(
      AddPerson(name: "Ann", email: "ann@example.com"), options: Self.patient)
    _ = try await peer.send(SetMember(team: "web", person: ann.id, role: .admin))
    return try await peer.send(GetPerson(id: ann.id))
  }

  @Test func everythingComesBackElsewhere() async throws {
    let server = try await blocking { try PostgreSQLServer() }
    defer { server.stop() }
    try server.psql("postgres", "CREATE DATABASE standups TEMPLATE template0")
    var there = Cluster.Options()
    there.environment["STANDUPS_DATABASE"] = server.address("standups")
    try await withCluster(Cluster.Options(), beside: there) { here, there in
      let standups = try await furnish(here)
      let ann = try await addPerson(here)
      let plain = try await export(here, "plain.jsonl")
      let whole = try await export(here, "whole.gz", ["--secrets"])
      let text = try await export(here, "whole.jsonl", ["--secrets"])
      let archived = try contents(text)
      #expect(
        Set(archived.keys.map { String($0.prefix { $0 != "/" }) })
          == [
            "standups", "meetings", "meetings.parts", "followUps", "schedules", "authorizations",
            "glossaries", "webhooks", "focus.items", "people", "people.teams",
          ])
      #expect(archived.keys.filter { $0.hasPrefix("standups/") }.count == 3)
      let words = try String(contentsOfFile: plain, encoding: .utf8)
      #expect(!words.contains(Self.secret) && !words.contains("/room/key"))
      #expect(words.contains("127.0.0.1:1/hook"))
      #expect(!words.unicodeScalars.contains("\u{202E}"))
      let mode = try FileManager.default.attributesOfItem(atPath: plain)[.posixPermissions]
      #expect((mode as? NSNumber)?.intValue == 0o600)

      let peer = try await there.peer()
      try await peer.waitUntilReady()
      let follower = try await there.follower()
      let dry = try await take(there, whole, ["--dry-run"])
      #expect(dry.created == archived.count && dry.same + dry.differ + dry.refused == 0)
      #expect(try await peer.everyStandup().isEmpty)
      let report = try await take(there, whole)
      #expect(report.created == archived.count && report.refused == 0)
      let again = try await export(there, "again.jsonl", ["--secrets"])
      #expect(try contents(again) == archived)

      #expect(try await peer.everyStandup() == standups)
      #expect(try await peer.send(GetListStatus(), options: Self.patient).standups == 3)
      for standup in standups {
        let arrived = try await follower.first(StandupArrived.self, about: standup.id)
        #expect(
          try arrived.data.decode(as: StandupArrived.self) == StandupArrived(standup: standup))
      }
      let daily = try #require(standups.first { $0.title == "Daily" })
      #expect(
        try await peer.send(ListSchedules(), options: Self.patient).schedules.map(\.subject)
          == ["\(daily.id)"])
      let hooks = try await peer.send(ListWebhooks(), options: Self.patient).webhooks
      #expect(hooks.map(\.state) == [.paused, .paused])
      #expect(hooks.compactMap(\.secretFingerprint).count == 1)
      let search = SearchTranscripts(query: "periscope")
      #expect(try await peer.send(search).total == 1)
      #expect(
        try await peer.send(GetPerson(email: "ann@example.com"), options: Self.patient) == ann)
      #expect(try await peer.send(GetTeam(id: "web"), options: Self.patient).members == 1)
      #expect(try await peer.send(ListTerms(), options: Self.patient).terms == [Self.nginx])
      try await expectContiguous(follower, peer)

      // A second import changes nothing, and later changes are kept.
      let second = try await take(there, whole)
      #expect(second.same == archived.count && second.created + second.differ == 0)
      _ = try await peer.send(EditStandup(id: daily.id, title: "Changed"))
      #expect(try await refusal(there, whole).contains("standups/\(daily.id)"))
      let kept = try await take(there, whole, ["--existing", "keep"])
      // The standup, its schedule, and the recording decision.
      #expect(kept.differ == 3 && kept.created == 0)
      #expect(try await peer.send(GetStandup(id: daily.id)).summary.standup.title == "Changed")
      let replaced = try await take(there, whole, ["--existing", "replace"])
      #expect(replaced.replaced == 1 && replaced.created == 3)
      let third = try await export(there, "third.jsonl", ["--secrets"])
      #expect(try contents(third) == archived)

      // A chat webhook cannot be restored without its address.
      for hook in hooks { _ = try await peer.send(RemoveWebhook(id: hook.id)) }
      let without = try await take(there, plain, code: 65)
      #expect(without.created == 1 && without.refused == 1)
    }
  }

  private func refusal(_ cluster: Cluster, _ path: String) async throws -> String {
    let run = try await cluster.run(Program.commandLine, ["import", path])
    #expect(run.ending == .exit(65), "\(run.output)")
    #expect(run.output.contains("Nothing was imported"))
    return run.output
  }

  /// The importer may be killed at any time: the next one continues.
  @Test func anImportThatWasKilledGoesOn() async throws {
    let standups = (0..<300).map { number in
      StandupWithMeetings(
        standup: Standup(id: Standup.ID(UUID()), title: "S\(number)"),
        meetings: (0..<2).map {
          Meeting(
            id: Meeting.ID(UUID()), date: Date(timeIntervalSince1970: 1_600_000_000 + Double($0)),
            transcript: "Said \(number)")
        })
    }
    try await withCluster(Cluster.Options(), beside: Cluster.Options()) { here, there in
      try await here.peer().waitUntilReady()
      let file = "\(here.folder)/many.json"
      try StandupsJSON.encode(standups).write(to: URL(fileURLWithPath: file))
      let made = try await here.run(Program.commandLine, ["import", file])
      #expect(made.ending == .exit(0), "\(made.output)")
      let archive = try await export(here, "many.gz")
      let archived = try contents(try await export(here, "many.jsonl"))
      #expect(archived.count == 900)

      let peer = try await there.peer()
      try await peer.waitUntilReady()
      let follower = try await there.follower()
      let importing = try ChildProcess(
        Program.commandLine, ["import", archive], environment: there.environment,
        output: "\(there.folder)/import.out")
      try await eventually("Some of it is there.") {
        await follower.events.contains { $0.type == StandupArrived.type }
      }
      importing.signal(SIGKILL)
      #expect(await importing.ended() == .signal(SIGKILL))
      await there.signal(SIGKILL, [.persistence, .router])
      // Both services are back.
      _ = try await peer.send(GetListStatus(), options: Self.patient)
      let partly = try contents(try await export(there, "partly.jsonl", ["--timeout", "30s"]))
      #expect(!partly.isEmpty && partly.count < archived.count)
      // A standup is never restored without its meetings.
      #expect(partly.count.isMultiple(of: 3), "\(partly.count)")
      let report = try await take(there, archive)
      #expect(report.created + report.same == archived.count && report.same >= partly.count)
      let whole = try await export(there, "whole.jsonl")
      #expect(try contents(whole) == archived)
      #expect(try await peer.send(GetListStatus(), options: Self.patient).standups == 300)
      #expect(try await peer.everyStandup().count == 300)
    }
  }

  /// An archive of several cells contains everything, and each part is restored to the cell that
  /// owns it.
  @Test func theCellsHaveOneArchive() async throws {
    let server = try await blocking { try PostgreSQLServer() }
    defer { server.stop() }
    func options(_ cell: String) -> Cluster.Options {
      var options = Cluster.Options()
      options.environment["STANDUPS_CELL"] = cell
      options.environment["STANDUPS_CELLS"] = server.address("postgres")
      return options
    }
    try await withCluster(options("north"), beside: options("south")) { north, south in
      let (peer, other) = (try await north.peer(), try await south.peer())
      for (name, cluster) in [("north", north), ("south", south)] {
        _ = try await peer.send(
          AddCell(name: name, router: cluster.runtime), options: Self.patient)
      }
      _ = try await peer.send(
        MoveSlots(slots: try #require(SlotSet("1-3")), to: "south"), options: Self.patient)
      try await eventually("All slots have moved.", within: .seconds(120)) {
        try await peer.send(GetCells(), options: Self.patient).moves == nil
      }
      try await eventually("South has heard of it.") {
        let list = try await other.send(ListStandups(), options: Self.patient)
        return list.elsewhere?.first?.slots.count == Slot.count - 3
      }
      var ids: [Standup.ID] = []
      for (peer, numbers) in [(peer, [600, 700]), (other, [1, 2, 3])] {
        // Never empty because each pair has numbers.
        for number in numbers {
          let id = Standup.ID(UUID().inSlot(try #require(Slot(number))))
          ids.append(id)
          _ = try await peer.send(CreateStandup(id: id, title: "S\(number)"))
        }
      }
      let archive = try await export(north, "all.jsonl")
      let archived = try contents(archive)
      #expect(archived.count == 5)
      #expect(
        try String(contentsOfFile: archive, encoding: .utf8).split(separator: "\n").first?
          .contains(#""name":"south""#) == true)
      for id in ids.prefix(2) { _ = try await peer.send(DeleteStandup(id: id)) }
      for id in ids.dropFirst(2) { _ = try await other.send(DeleteStandup(id: id)) }
      let report = try await take(north, archive)
      #expect(report.created == 5)
      let (mine, theirs) = (try await peer.everyStandup(), try await other.everyStandup())
      #expect(Set(mine.map(\.id)) == Set(ids.prefix(2)))
      #expect(Set(theirs.map(\.id)) == Set(ids.dropFirst(2)))
      let again = try await export(south, "again.jsonl")
      #expect(try contents(again) == archived)
    }
  }
}
