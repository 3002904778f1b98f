import Bus
import Foundation
import RouterAPI
import Standups
import StandupsAPI
import Testing
import TestSupport
import TranscriptionAPI

@testable import Command

@Suite("Written updates on the command line")
struct UpdateVerbTests {
  private static let ann = Fixture.standup().attendees[0]

  private func bench(typing lines: [String]? = nil) -> Bench {
    let bench = Bench(typing: lines)
    let ann = Self.ann
    bench.caller.on(ListStandups.self) { _ in .init(standups: [Fixture.summary()], next: nil) }
    bench.caller.on(ListUpdates.self) { _ in
      .init(updates: [WrittenUpdate(attendee: ann, text: "Login:\ndone.", atMs: 1_800_000_000_000)])
    }
    bench.caller.on(WriteUpdate.self) { command in
      WriteUpdate.Reply(WrittenUpdate(attendee: ann, text: command.text, atMs: 1))
    }
    bench.caller.on(RemoveUpdate.self) { _ in Done() }
    return bench
  }

  @Test("An update is written for the named attendee, or for the sender")
  func write() async {
    let bench = bench()
    #expect(await bench.run(["update", "write", "Daily", "Login: done.", "--for", "ann"]) == .ok)
    #expect(bench.output == "Saved the update of Ann for the next meeting.\n")
    #expect(await bench.run(["update", "write", "Daily", "Mine."]) == .ok)
    let sent = bench.caller.commands(WriteUpdate.self)
    #expect(sent.map(\.attendee) == [Self.ann.id, nil])
    #expect(sent.map(\.text) == ["Login: done.", "Mine."])
  }

  @Test("Several words are the text, and options may follow them")
  func unquoted() async {
    let bench = bench()
    #expect(await bench.run("update write Daily Login page: done. --for Ann") == .ok)
    let sent = bench.caller.commands(WriteUpdate.self)
    #expect(sent.map(\.attendee) == [Self.ann.id] && sent.map(\.text) == ["Login page: done."])
    #expect(await bench.run("update write Daily") != .ok)
  }

  /// A bench whose service recognises “Login: done.” and “Next: tests.” in a recording, and the path of
  /// the recording, which has a number of samples.
  private func dictation(
    typing lines: [String]? = nil, samples: Int = 100_000, by: String? = nil
  ) throws -> (Bench, String) {
    let bench = bench(typing: lines)
    bench.caller.on(WhoAmI.self) { _ in .init(by: by, teams: nil) }
    bench.caller.on(Dictate.self) { command in
      let isOver = command.isLast == true && command.audio == nil
      return Dictate.Reply(
        stream: "t1", creditSamples: 160_000, settled: command.offset,
        lines: isOver ? ["Login: done.", "Next: tests."] : [], isOver: isOver ? true : nil)
    }
    let path = NSTemporaryDirectory() + "standups-\(UUID().uuidString).wav"
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let format = number(1, 2) + number(1, 2) + number(16_000, 4) + number(32_000, 4)
    let header =
      Array("RIFF".utf8) + number(36 + 2 * samples, 4) + Array("WAVEfmt ".utf8) + number(16, 4)
      + format + number(2, 2) + number(16, 2) + Array("data".utf8) + number(2 * samples, 4)
    let bytes = header + Array(repeating: 0, count: 2 * samples)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return (bench, path)
  }

  @Test("A recording is recognised, shown, and saved after a confirmation")
  func audio() async throws {
    let (bench, path) = try dictation(typing: ["yes"])
    defer { unlink(path) }
    #expect(await bench.run(["update", "write", "Daily", "--audio", path]) == .ok)
    #expect(bench.errors.contains("Login: done.\nNext: tests.\nSave this update? (yes/no)"))
    #expect(bench.caller.commands(WriteUpdate.self).map(\.text) == ["Login: done.\nNext: tests."])
    let sent = bench.caller.commands(Dictate.self)
    #expect(sent.map(\.offset) == [0, 48_000, 96_000, 100_000])
    #expect(sent.map(\.stream) == [nil, "t1", "t1", "t1"])
    #expect(sent.map(\.isLast) == [nil, nil, true, true])
    #expect(sent.map { $0.audio?.count } == [128_000, 128_000, 10_668, nil])
    #expect(Set(sent.map(\.id)).count == 1 && sent[0].id.hasPrefix("dictation/"))
  }

  @Test("A declined text is not saved")
  func declined() async throws {
    let (bench, path) = try dictation(typing: ["no"])
    defer { unlink(path) }
    #expect(await bench.run(["update", "write", "Daily", "--audio", path]) == .ok)
    #expect(bench.errors.contains("Nothing was saved."))
    #expect(bench.caller.commands(WriteUpdate.self).isEmpty)
  }

  @Test("A script confirms with --yes, and a person dictates under their own id")
  func script() async throws {
    let person = UUID()
    let (bench, path) = try dictation(by: PersonActor.id(of: person))
    defer { unlink(path) }
    #expect(await bench.run(["update", "write", "Daily", "--audio", path]) == .usage)
    #expect(bench.caller.commands(Dictate.self).isEmpty)
    #expect(await bench.run(["update", "write", "Daily", "--audio", path, "--yes"]) == .ok)
    #expect(bench.output == "Saved the update of Ann for the next meeting.\n")
    let ids = Set(bench.caller.commands(Dictate.self).map(\.id))
    #expect(ids == [Dictate.id(of: person.uuidString.lowercased())])
  }

  @Test("After a restart of the service, the unsettled audio is sent to the new stream")
  func restart() async throws {
    let (bench, path) = try dictation()
    defer { unlink(path) }
    let sent = Recorder<Int>()
    bench.caller.on(Dictate.self) { command in
      sent.record(1)
      switch sent.values.count {
      case 1:
        return .init(stream: "t1", creditSamples: 1, settled: 20_000, lines: ["Login: done."])
      case 2: throw BusError(.notFound, "It has ended.")
      default:
        return .init(
          stream: "t2", creditSamples: 1, settled: 0, lines: ["Next: tests."],
          isOver: command.isLast)
      }
    }
    #expect(await bench.run(["update", "write", "Daily", "--audio", path, "--yes"]) == .ok)
    #expect(bench.caller.commands(WriteUpdate.self).map(\.text) == ["Login: done.\nNext: tests."])
    let commands = bench.caller.commands(Dictate.self)
    #expect(commands.map(\.offset) == [0, 48_000, 20_000, 68_000])
    #expect(commands.map(\.stream) == [nil, "t1", nil, "t2"])
  }

  @Test("A recording that is too long, empty or missing, or combined with a text, is rejected")
  func badRecordings() async throws {
    for samples in [0, Dictate.maxSamples + 1] {
      let (bench, path) = try dictation(samples: samples)
      defer { unlink(path) }
      #expect(await bench.run(["update", "write", "Daily", "--audio", path, "--yes"]) == .usage)
      #expect(bench.caller.sent.isEmpty)
    }
    #expect(
      await bench().run("update write Daily --yes --audio /nowhere/x.wav") == .noInput)
    #expect(await bench().run("update write Daily Done. --audio x.wav") == .usage)
  }

  @Test("A list shows each update with its lines")
  func list() async {
    let bench = bench()
    #expect(await bench.run("update list Daily") == .ok)
    #expect(bench.output == "Ann  2027-01-15 08:00\n  Login:\n  done.\n")
  }

  @Test("An update is removed by the name of its attendee")
  func remove() async {
    let bench = bench()
    #expect(await bench.run("update remove Daily Ann") == .ok)
    #expect(bench.output == "Removed the update of Ann.\n")
    #expect(bench.caller.commands(RemoveUpdate.self).map(\.attendee) == [Self.ann.id])
    #expect(await bench.run("update remove Daily Nobody") != .ok)
  }
}
