import Foundation
import Glibc
import Testing

@testable import TranscriptionService

struct ModelPagesTests {
  @Test func aMappedFileIsRead() throws {
    let line = "7fc95c200000-7fc962b93000 r--p 00000000 fe:00 9578767    /a model/encoder.ort"
    let mapping = try #require(ModelPages.Mapping(line[...]))
    #expect(mapping.start == 0x7fc9_5c20_0000)
    #expect(mapping.end == 0x7fc9_62b9_3000)
    #expect(mapping.path == "/a model/encoder.ort")
  }

  @Test(arguments: [
    "", "7fc9-7fca", "7fc95c200000-7fc962b93000 rw-p 00000000 fe:00 9578767 /model/encoder.ort",
    "7fc95c200000-7fc962b93000 r--s 00000000 fe:00 9578767 /model/encoder.ort",
    "7fc95c200000-7fc962b93000 r--p 00000000 00:00 0",
    "7fc95c200000-7fc962b93000 r--p 00000000 00:00 0 [vvar]",
    "7fc962b93000-7fc95c200000 r--p 00000000 fe:00 9578767 /model/encoder.ort",
    "x-7fc962b93000 r--p 00000000 fe:00 9578767 /model/encoder.ort",
    "-1-fffffffffffffffffff r--p 00000000 fe:00 9578767 /model/encoder.ort",
  ])
  func anotherMappingIsLeft(line: String) {
    #expect(ModelPages.Mapping(line[...]) == nil)
  }

  @Test func releasedPagesAreReadAgain() throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "model-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let bytes = Data((0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 / 4096) })
    try bytes.write(to: directory.appending(path: "model.ort"))
    let file = open(directory.appending(path: "model.ort").path(), O_RDONLY)
    try #require(file >= 0)
    defer { close(file) }
    let mapped = try #require(mmap(nil, bytes.count, PROT_READ, MAP_PRIVATE, file, 0))
    try #require(mapped != MAP_FAILED)
    defer { munmap(mapped, bytes.count) }
    let content = UnsafeRawBufferPointer(start: mapped, count: bytes.count)
    #expect(content.elementsEqual(bytes))
    #expect(resident(in: directory.path()) == bytes.count)
    ModelPages.release(in: directory.path())
    #expect(resident(in: directory.path()) == 0)
    #expect(content.elementsEqual(bytes))
  }

  /// The engine computes its own form of the weights, so the files are not needed any more.
  @Test func aLoadedModelIsNotInMemoryTwice() async throws {
    let engine = try await InstalledEngine.get()
    let model = try EngineLocator().locate().model.directory
    let size = ModelPages.mappings(in: model).reduce(0) { $0 + Int($1.end - $1.start) }
    #expect(size > 50_000_000)
    let recording = try Recording("standup.wav")
    _ = try await engine.transcribe(recording.samples[..<160_000].map { Float($0) / 32_768 })
    #expect(resident(in: model) < size / 3)
  }

  /// Bytes of the mapped files of a directory that are in memory (proc_pid_smaps(5)).
  private func resident(in directory: String) -> Int {
    let maps = try? FileHandle(forReadingAtPath: "/proc/self/smaps")?.readToEnd()
    let folder = URL(fileURLWithPath: directory).resolvingSymlinksInPath().path + "/"
    var (isInside, bytes) = (false, 0)
    for line in String(decoding: maps ?? Data(), as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: " ", omittingEmptySubsequences: true)
      if fields.count > 1, fields[0].contains("-") {
        isInside = fields.last.map { $0.hasPrefix(folder) } ?? false
      } else if isInside, fields.first == "Rss:", let kilobytes = Int(fields[1]) {
        bytes += kilobytes << 10
      }
    }
    return bytes
  }
}
