import Bus
import Dependencies
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import Command

@Suite("Files on the command line")
final class FileVerbTests {
  let directory: String

  init() throws {
    directory = NSTemporaryDirectory() + "standups-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  private func bench() -> Bench {
    let bench = Bench()
    bench.caller.on(ListStandups.self) { _ in .init(standups: [Fixture.summary()], next: nil) }
    bench.caller.on(GetStandup.self) { _ in
      .init(summary: Fixture.summary(), meetings: [Fixture.meeting()], next: nil)
    }
    bench.caller.on(ExportStandups.self) { command in
      command.after == nil ? .init(json: "[1,", next: "x") : .init(json: "2]\n")
    }
    bench.caller.on(ImportStandups.self) { _ in
      .init(created: [Fixture.standup().id], replaced: [], kept: [])
    }
    return bench
  }

  @Test("The pages of an export are one text")
  func export() async {
    let bench = bench()
    #expect(await bench.run("export Daily --format syncups") == .ok)
    #expect(bench.output == "[1,2]\n")
    let sent = bench.caller.commands(ExportStandups.self)
    #expect(sent.map(\.after) == [nil, "x"])
    #expect(sent.allSatisfy { $0.ids == [Fixture.standup().id] && $0.dialect == .syncUps })
  }

  @Test("An export does not replace a file unless it is told to")
  func exportFile() async throws {
    let path = directory + "/out.json"
    let bench = bench()
    #expect(await bench.run("export -o out.json --json", directory: directory) == .ok)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "[1,2]\n")
    #expect(bench.output == "{\"bytes\":6,\"path\":\"\(path)\"}\n")
    #expect(await bench.run("export -o out.json", directory: directory) == .cannotCreate)
    #expect(bench.errors.contains("--force"))
    #expect(await bench.run("export -o out.json --force", directory: directory) == .ok)
    #expect(await bench.run("export -o no/such/dir.json", directory: directory) == .cannotCreate)
    #expect(bench.errors.contains("its directory does not exist"))
  }

  @Test("Minutes are the domain’s Markdown of one meeting")
  func minutes() async {
    let bench = bench()
    #expect(await bench.run("export --format markdown Daily") == .ok)
    #expect(bench.output == Minutes.markdown(Fixture.meeting(), of: Fixture.standup()))
    #expect(await bench.run("export --format markdown") == .usage)
    #expect(await bench.run("export Daily --meeting last") == .usage)
  }

  private func file(_ count: UInt32, transcript: String) throws -> Data {
    try StandupsJSON.encode(
      (0..<count).map { index in
        StandupWithMeetings(
          standup: Fixture.standup(index + 1, "S\(index)"),
          meetings: [
            Meeting(
              id: Meeting.ID(UUID(number: 1000 + index)),
              date: Date(timeIntervalSinceReferenceDate: 0), transcript: transcript)
          ])
      })
  }

  @Test("An import sends the file as it is")
  func importing() async throws {
    let data = try file(2, transcript: "x")
    let bench = bench()
    #expect(await bench.run("import - --existing keep", data: data) == .ok)
    #expect(
      bench.caller.commands(ImportStandups.self) == [
        ImportStandups(json: String(decoding: data, as: UTF8.self), existing: .keep)
      ])
    #expect(bench.output == "1 created, 0 replaced, 0 left as they were.\n")
  }

  @Test("A large file is sent in pieces that each are a file")
  func pieces() throws {
    let data = try file(40, transcript: String(repeating: "word ", count: 6_000))
    let pieces = try ImportVerb.pieces(of: data, named: "-")
    #expect(pieces.count > 1)
    #expect(pieces.allSatisfy { $0.utf8.count <= 600_000 })
    let read = try pieces.flatMap { try StandupsJSON.decode(Data($0.utf8)) }
    #expect(try read == StandupsJSON.decode(data))
  }

  @Test("What cannot be imported is said before anything is sent", arguments: ["", "{}", "[{}]"])
  func garbage(text: String) async {
    let bench = bench()
    #expect(await bench.run("import -", data: Data(text.utf8)) == .data)
    #expect(bench.errors.contains("cannot be imported"))
    #expect(bench.caller.sent.isEmpty)
  }

  @Test("A file that is not there")
  func missing() async {
    let bench = bench()
    #expect(await bench.run("import nothing.json", directory: directory) == .noInput)
    #expect(
      bench.errors == "standups: \(directory)/nothing.json cannot be read: it does not exist.\n")
  }

  @Test(
    "A deep link leads to its place",
    arguments: [
      ("standups:///", "standups.list"),
      ("standups:///standups/00000000-0000-0000-0000-000000000001", "standups.get"),
      ("standups:///standups/00000000-0000-0000-0000-000000000001/record", "meetings.live"),
    ])
  func open(link: String, target: String) async {
    let bench = bench()
    bench.caller.on(GetListStatus.self) { _ in .init(destination: nil, standups: 1, live: 0) }
    bench.caller.on(ListLiveMeetings.self) { _ in .init(meetings: [Fixture.live()]) }
    #expect(await bench.run(["open", link]) == .ok)
    #expect(bench.caller.targets.first == target)
    #expect(bench.output.contains("Daily"))
  }

  @Test("A link that makes no sense, or leads to what is not there")
  func badLinks() async {
    let bench = bench()
    #expect(await bench.run(["open", "standups:///record"]) == .data)
    bench.caller.on(ListLiveMeetings.self) { _ in .init(meetings: [Fixture.live()]) }
    let link = "standups:///standups/\(Fixture.standup().id)/record/alert/endMeeting"
    #expect(await bench.run(["open", link]) == .noInput)
    #expect(bench.errors.contains("does not ask endMeeting now"))
  }
}
