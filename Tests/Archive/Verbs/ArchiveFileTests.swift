import ArchiveAPI
import Bus
import CellsAPI
import Documents
import FastJSON
import Foundation
import Testing
import Threads

@testable import Command

@Suite("Archives")
final class ArchiveFileTests {
  let directory: String

  init() throws {
    directory = NSTemporaryDirectory() + "standups-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  private static let header = ArchiveLine.Header(
    version: 1, program: "0.1.0", date: Date(timeIntervalSince1970: 1_700_000_000),
    cells: [.init(name: nil, epoch: "e", sequence: 7)], hasSecrets: false)

  private static func document(_ number: UInt32, _ text: String = "x") -> Document {
    Document(
      collection: "standups", id: "\(Fixture.standup(number).id)", sortKey: Int64(number),
      body: RawJSON(unchecked: Array("{\"title\":\"\(text)\"}".utf8)), searchText: text)
  }

  /// An archive of three sections, the first of which is repeated.
  private func written(_ documents: [Document] = [document(1), document(2)]) throws -> Data {
    var data = Data()
    let sink = Sink()
    var writer = try ArchiveWriter(Self.header) { sink.add($0) }
    try writer.begin(slot: 5, cell: nil)
    try writer.add(Self.document(9))
    try writer.end(isKept: false)
    try writer.begin(slot: 5, cell: nil)
    for document in documents { try writer.add(document) }
    try writer.end(isKept: true)
    try writer.begin(slot: nil, cell: nil)
    try writer.end(isKept: true)
    let end = try writer.finish(torn: [], unreadable: [], live: 1, cells: Self.header.cells)
    #expect(end.documents == documents.count)
    data = sink.data
    return data
  }

  private final class Sink: Sendable {
    private let bytes = Locked(Data())
    var data: Data { bytes.withLock { $0 } }
    func add(_ piece: Data) { bytes.withLock { $0 += piece } }
  }

  private func file(_ data: Data) throws -> FileHandle {
    let path = "\(directory)/\(UUID().uuidString)"
    try data.write(to: URL(fileURLWithPath: path))
    return try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
  }

  private func zipped(_ data: Data) throws -> Data {
    let sink = Sink()
    let gzip = try GzipStream(.compressing)
    for start in stride(from: 0, to: data.count, by: 100) {
      try gzip.take(data[start..<min(data.count, start + 100)]) { sink.add($0) }
    }
    try gzip.take(Data(), isLast: true) { sink.add($0) }
    return sink.data
  }

  private func code(_ data: Data) throws -> String? {
    do {
      _ = try ArchiveFile(try file(data), named: "a")
      return nil
    } catch let failure as Failure {
      #expect(failure.exit == .data)
      return failure.code
    }
  }

  @Test("What was written is read, compressed or not, but for sections that come once more")
  func roundTrip() async throws {
    let documents = [Self.document(1, "\u{202E}é\\\"\u{1}"), Self.document(2)]
    // JSON requires an escape for U+0001.
    var made = documents
    made[0].body = RawJSON(unchecked: Array(#"{"b":1.50,"a":"é"}"#.utf8))
    let data = try written(made)
    for data in [data, try zipped(data)] {
      let archive = try ArchiveFile(try file(data), named: "a")
      #expect(archive.header == Self.header)
      #expect(archive.end.counts == ["standups": 2] && archive.end.live == 1)
      var read: [Document] = []
      try await archive.batches(of: 1, where: { _ in true }) { batch in
        #expect(batch.slot == 5 && batch.documents.count == 1)
        read += batch.documents
      }
      #expect(read == made)
    }
  }

  @Test("A file that is cut off is refused, wherever that is")
  func cut() throws {
    let data = try written()
    for data in [data, try zipped(data)] {
      for count in 1..<data.count {
        let code = try code(data.prefix(count))
        #expect(["cut_off", "foreign"].contains(code), "\(count) of \(data.count): \(code ?? "-")")
      }
    }
  }

  @Test("A byte that was changed is noticed, whichever it is")
  func changed() throws {
    let data = try written()
    for data in [data, try zipped(data)] {
      // The gzip header has a time and an operating system, which readers ignore.
      let begin = data.first == 0x1F ? 10 : 0
      for index in begin..<data.count {
        var damaged = data
        damaged[index] ^= 1
        #expect(try code(damaged) != nil, "byte \(index)")
      }
    }
    #expect(try code(data + Data("{}\n".utf8)) == "damaged")
    #expect(try code(try zipped(data) + Data([0])) == "damaged")
  }

  @Test("Other files and newer archives are said to be that")
  func foreign() throws {
    for text in ["", "[]", "{}\n", "hello\nworld\n", "{\"section\":{\"number\":1}}\n"] {
      #expect(try code(Data(text.utf8)) == "foreign", "\(text)")
    }
    #expect(try code(Data(repeating: 65, count: 5 << 20)) == "foreign")
    #expect(
      try code(Data(#"{"archive":{"version":2,"what":"else"}}"#.utf8) + Data("\n".utf8)) == "newer")
    var header = Self.header
    header.version = 2
    #expect(try code(try ArchiveLine.header(header).text()) == "newer")
  }

  @Test("A slot that changes while it is read is read once more")
  func readAgain() async throws {
    let bench = Bench()
    let round = Locked(0)
    bench.caller.on(GetArchiveContents.self) { _ in
      .init(epoch: "e", sequence: 7, slots: .init([.init(5)!]), live: 0)
    }
    bench.caller.on(GetArchiveDigests.self) { command in
      guard command.slot != nil else { return .init(digests: []) }
      // It changes before and after the first read, then stays the same.
      let count = round.withLock {
        $0 += 1
        return min($0, 2)
      }
      return .init(
        digests: [
          .init(
            key: .init(collection: "standups", id: Self.document(1).id), digest: "\(count)")
        ])
    }
    bench.caller.on(GetArchiveDocuments.self) { _ in .init(documents: [Self.document(1)]) }
    #expect(await bench.run("export --format archive -o a.jsonl", directory: directory) == .ok)
    let path = "\(directory)/a.jsonl"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.split(separator: "\n").count { $0.hasPrefix("{\"section\":") } == 3)
    #expect(text.contains(#""isKept":false"#))
    let archive = try ArchiveFile(
      try FileHandle(forReadingFrom: URL(fileURLWithPath: path)), named: "a")
    #expect(archive.end.documents == 1 && archive.end.torn == nil)
  }

  @Test("What belongs together is asked for together, and wrong files are not sent")
  func taken() async throws {
    let path = "\(directory)/a.jsonl"
    try written().write(to: URL(fileURLWithPath: path))
    let bench = Bench()
    bench.caller.on(RestoreDocuments.self) { command in
      .init(outcomes: command.documents.map { _ in .init(.created) })
    }
    bench.caller.on(FinishRestore.self) { _ in .init() }
    bench.caller.on(GetArchiveContents.self) { _ in
      .init(epoch: "e", sequence: 7, slots: .init(), live: 0)
    }
    #expect(await bench.run("import a.jsonl --json", directory: directory) == .ok)
    #expect(bench.output.contains(#""created":2"#))
    let sent = bench.caller.commands(RestoreDocuments.self)
    #expect(sent.map(\.isDryRun) == [true, true, nil])
    #expect(sent.allSatisfy { $0.documents.count == 2 && $0.slot == 5 })
    #expect(bench.caller.commands(FinishRestore.self).count == 1)

    try Data("SQLite format 3\0".utf8).write(to: URL(fileURLWithPath: "\(directory)/b.db"))
    #expect(await bench.run("import b.db", directory: directory) == .data)
    #expect(bench.errors.contains("standups restore"))
    #expect(await bench.run("restore a.jsonl", directory: directory) == .data)
    #expect(bench.errors.contains("standups import"))
    #expect(await bench.run("export --secrets -o x", directory: directory) == .usage)
    #expect(await bench.run("export Daily --format archive", directory: directory) == .usage)
  }
}
