import Bus
import StandupsDependencies
import Foundation
import Standups
import StandupsAPI
import Testing
import Threads

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
    bench.caller.on(GetListStatus.self) { _ in .init(destination: nil, standups: 1, live: 0) }
    return bench
  }

  @Test("An export says what is not in it")
  func exportUnreadable() async {
    let bench = bench()
    #expect(await bench.run("export -o out.json", directory: directory) == .ok)
    #expect(!bench.errors.contains("cannot be read"))
    bench.caller.on(GetListStatus.self) { _ in
      .init(destination: nil, standups: 1, live: 0, unreadable: ["meetings/1"])
    }
    #expect(await bench.run("export --format syncups") == .ok)
    #expect(bench.output.hasSuffix("[1,2]\n"))
    #expect(
      bench.errors.contains("1 document cannot be read: meetings/1. “standups unreadable”"))
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

  @Test(
    "A meeting is written in other formats",
    arguments: [
      ("html", "<!DOCTYPE html>"), ("csv", "\u{FEFF}meeting,started,turn,attendee,name"),
      ("json", "{\"date\""), ("srt", "1\n00:00:"), ("vtt", "WEBVTT\n\n00:00:"),
    ])
  func formats(format: String, beginning: String) async {
    let bench = bench()
    #expect(await bench.run("export --format \(format) Daily") == .ok)
    #expect(bench.output.hasPrefix(beginning), "\(bench.output)")
    #expect(bench.output.utf8.last == UInt8(ascii: "\n"))
    #expect(await bench.run("export --format \(format)") == .usage)
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
    let sent = bench.caller.commands(ImportStandups.self)
    #expect(sent.map(\.existing) == [.keep])
    #expect(
      try sent.map { try StandupsJSON.decode(Data($0.json.utf8)) } == [StandupsJSON.decode(data)])
    #expect(bench.output == "1 created, 0 replaced, 0 unchanged.\n")
  }

  private func parts(_ data: Data) throws -> [StandupsFile.Part] {
    let path = directory + "/parts.json"
    try data.write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    var file = try NamedFile(handle, named: "-")
    var parts: [StandupsFile.Part] = []
    while let part = try file.next() { parts.append(part) }
    return parts
  }

  @Test("A large file comes in parts that each are a file")
  func parts() throws {
    let data = try file(40, transcript: String(repeating: "word ", count: 6_000))
    let parts = try parts(data)
    #expect(parts.count > 1)
    #expect(parts.allSatisfy { $0.json.utf8.count <= 400_000 })
    #expect(parts.last?.end == Int64(data.count))
    let read = try parts.flatMap { try StandupsJSON.decode(Data($0.json.utf8)) }
    #expect(try read == StandupsJSON.decode(data))
  }

  @Test(
    "A file of another encoding, or with a byte order mark, is read",
    arguments: ["utf8", "utf16LE", "utf16BE", "bareLE", "bareBE"])
  func encodings(name: String) throws {
    // Longer than one chunk of the copy, with surrogate pairs at odd positions.
    let data = try file(30, transcript: String(repeating: "wörd 👩‍🚀数据库 ", count: 1_500))
    let text = String(decoding: data, as: UTF8.self)
    func units(_ isBigEndian: Bool, mark: Bool) -> Data {
      ((mark ? [0xFEFF] : []) + Array(text.utf16)).reduce(into: Data()) { data, unit in
        let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        data.append(contentsOf: isBigEndian ? bytes : bytes.reversed())
      }
    }
    let encoded: Data =
      switch name {
      case "utf8": Data([0xEF, 0xBB, 0xBF]) + data
      case "utf16LE": units(false, mark: true)
      case "utf16BE": units(true, mark: true)
      case "bareLE": units(false, mark: false)
      default: units(true, mark: false)
      }
    let read = try parts(encoded).flatMap { try StandupsJSON.decode(Data($0.json.utf8)) }
    #expect(try read == StandupsJSON.decode(data))
    #expect(try StandupsJSON.decode(Data([0xEF, 0xBB, 0xBF]) + data) == read)
  }

  @Test("Half a character of UTF-16 is refused", arguments: [[0x00D8, 0x5D00], [0x5D00, 0x00D8]])
  func halfACharacter(units: [UInt16]) throws {
    var data = Data([0xFF, 0xFE, 0x5B, 0x00])
    for unit in units { data.append(contentsOf: [UInt8(unit >> 8), UInt8(unit & 0xFF)]) }
    let failure = #expect(throws: Failure.self) { try parts(data) }
    #expect(failure?.message.contains("UTF-16") == true)
  }

  @Test("A standup that does not fit one part comes with some of its meetings in each")
  func longStandup() throws {
    let meetings = (0..<100).map { index in
      Meeting(
        id: Meeting.ID(UUID(number: 1000 + index)),
        date: Date(timeIntervalSinceReferenceDate: -Double(index)),
        transcript: String(repeating: "\\\"word\" ", count: 2_000))
    }
    let long = StandupWithMeetings(standup: Fixture.standup(2, "Long"), meetings: meetings)
    let all = [
      StandupWithMeetings(standup: Fixture.standup(1)), long,
      StandupWithMeetings(standup: Fixture.standup(3)),
    ]
    let parts = try parts(StandupsJSON.encode(all))
    #expect(parts.count > 5)
    var read: [StandupWithMeetings] = []
    for part in parts {
      // Never empty because all parts together are compared below.
      for element in try StandupsJSON.decode(Data(part.json.utf8)) {
        guard read.last?.standup == element.standup else {
          read.append(element)
          continue
        }
        #expect(part.standups == 1)
        #expect(part.meetings == read[1].meetings.count)
        read[1].meetings += element.meetings
      }
    }
    #expect(read == all)
  }

  @Test("A file of none, and of spaces around, is one part")
  func emptyFile() throws {
    #expect(try parts(Data(" \n[ ] ".utf8)).map(\.json) == ["[]"])
  }

  @Test(
    "The place of what is wrong is that in the whole file",
    arguments: [
      (true, "[30].title: a required value is missing"),
      (false, "[2].meetings[70].date: a required value is missing"),
    ])
  func wrongPlace(isTitle: Bool, place: String) throws {
    var elements: [String] = (0..<30).map { index in
      "{\"id\":\"\(UUID(number: UInt32(index)))\",\"title\":\"\(String(repeating: "x", count: 900))\","
        + "\"theme\":\"sky\",\"duration\":[16,4852094820647174144],\"attendees\":[],\"meetings\":[]}"
    }
    if isTitle {
      // It is in a second part, as it does not fit with the first 30.
      let filler = String(repeating: " ", count: 390_000)
      elements.append("{\(filler)\"id\":\"\(UUID(number: 99))\"}")
    } else {
      var meetings = (0..<80).map { index in
        "{\"id\":\"\(UUID(number: 5000 + UInt32(index)))\",\"date\":0,"
          + "\"transcript\":\"\(String(repeating: "y", count: 9000))\"}"
      }
      meetings[70] = meetings[70].replacing("\"date\":0,", with: "")
      elements[2] = elements[2].replacing(
        "\"meetings\":[]", with: "\"meetings\":[\(meetings.joined(separator: ","))]")
    }
    let text = "[\(elements.joined(separator: ","))]"
    let failure = #expect(throws: Failure.self) { try parts(Data(text.utf8)) }
    #expect(failure?.message.contains(place) == true, "\(failure?.message ?? "")")
  }

  @Test("A large file is sent part by part, and then taken")
  func largeImport() async throws {
    let data = try file(40, transcript: String(repeating: "word ", count: 6_000))
    let bench = bench()
    let asked = Locked(0)
    bench.caller.on(ImportPart.self) { ImportProgress(id: $0.id, parts: $0.part) }
    bench.caller.on(TakeImport.self) {
      ImportProgress(id: $0.id, phase: .applying, parts: $0.parts)
    }
    bench.caller.on(GetImport.self) { command in
      let times = asked.withLock {
        $0 += 1
        return $0
      }
      return ImportProgress(
        id: command.id, phase: times == 1 ? .applying : .done, parts: 4, applied: 4, created: 39,
        kept: 1)
    }
    #expect(await bench.run("import - --existing keep --json", data: data) == .ok)
    let sent = bench.caller.commands(ImportPart.self)
    #expect(sent.map(\.part) == Array(1...sent.count))
    #expect(Set(sent.map(\.id)).count == 1)
    #expect(sent.allSatisfy { $0.existing == .keep })
    #expect(bench.caller.commands(TakeImport.self).map(\.parts) == [sent.count])
    #expect(bench.output == "{\"created\":39,\"kept\":1,\"replaced\":0}\n")
  }

  @Test("A part that is refused ends the import, and nothing was taken")
  func refusedPart() async throws {
    let data = try file(40, transcript: String(repeating: "word ", count: 6_000))
    let bench = bench()
    bench.caller.on(ImportPart.self) { command in
      guard command.part == 1 else { throw BusError(.conflict, "It is here already.") }
      return ImportProgress(id: command.id, parts: 1)
    }
    #expect(await bench.run("import -", data: data) != .ok)
    #expect(bench.errors.contains("It is here already. Nothing was imported."))
    #expect(bench.caller.commands(TakeImport.self).isEmpty)
  }

  @Test("What cannot be imported is said before anything is sent", arguments: ["", "{}", "[{}]"])
  func garbage(text: String) async {
    let bench = bench()
    #expect(await bench.run("import -", data: Data(text.utf8)) == .data)
    #expect(bench.errors.contains("Cannot import -: "))
    #expect(bench.caller.sent.isEmpty)
  }

  @Test("A file that is not there")
  func missing() async {
    let bench = bench()
    #expect(await bench.run("import nothing.json", directory: directory) == .noInput)
    #expect(
      bench.errors == "standups: Cannot read \(directory)/nothing.json: it does not exist.\n")
  }
}
