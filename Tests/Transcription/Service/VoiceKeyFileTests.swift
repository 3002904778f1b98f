import Foundation
import Testing
import Voices

@testable import TranscriptionService

/// The file of the key.
@Suite struct VoiceKeyFileTests {
  private func write(_ bytes: [UInt8], mode: Int, in directory: TemporaryDirectory) throws -> String
  {
    let path = directory.path + "/key"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  private func problem(_ path: String?) -> String? {
    do throws(VoiceKeyFile.Problem) {
      _ = try VoiceKeyFile.read(path)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func aKeyHas32BytesThatOnlyTheOwnerCanRead() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let bytes = (0..<UInt8(32)).map { $0 }
    let path = try write(bytes, mode: 0o600, in: directory)
    #expect(try VoiceKeyFile.read(path).bytes == bytes)
    for mode in [0o640, 0o604, 0o644] {
      #expect(problem(try write(bytes, mode: mode, in: directory))?.contains("chmod 600") == true)
    }
    for count in [0, 31, 33] {
      let invalid = (0..<UInt8(count)).map { $0 }
      let text = problem(try write(invalid, mode: 0o600, in: directory))
      #expect(text?.contains("not a key") == true)
    }
  }

  @Test func aMissingKeyIsNamed() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    #expect(problem(nil)?.contains(VoiceKeyFile.variable) == true)
    #expect(problem(directory.path + "/none")?.contains("cannot be read") == true)
    #expect(problem(directory.path)?.contains("not a file") == true)
  }

  @Test func withoutANetworkTheReasonIsAProblem() async throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let path = try write((0..<UInt8(32)).map { $0 }, mode: 0o600, in: directory)
    let engine = await VoiceEngine.installed(directory.path, keyFile: path)
    let harness = ServiceHarness(voices: engine)
    #expect(!engine.isReady)
    #expect(await harness.service.problems().count == 1)
    #expect(await ServiceHarness().service.problems().isEmpty)
  }
}
