import Foundation
import Testing

/// All that the services say, against the document that other tools are written by.
@Suite("The contract", .timeLimit(.minutes(30)))
struct ContractTests {
  /// Tests/Contract/run drives the services through a recording proxy. It fails when a message is not
  /// as docs/asyncapi.yaml says, and when something in there never occurs.
  @Test func theDocumentAndTheServicesAgree() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "contract-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }

    var arguments = ["--quiet", "--binaries", Program.directory.path]
    if let engine = Self.engine { arguments += ["--engine", engine] }
    let output = folder.appendingPathComponent("output").path
    // Several times are measured by others meanwhile; this takes the place of one cluster.
    await ClusterGate.shared.enter()
    let ending: ChildProcess.Ending
    do {
      let child = try ChildProcess(
        Self.tool, arguments, environment: ProcessInfo.processInfo.environment, output: output)
      ending = await withTaskCancellationHandler {
        await child.ended()
      } onCancel: {
        child.signal(SIGTERM)
      }
    } catch {
      await ClusterGate.shared.leave()
      throw error
    }
    await ClusterGate.shared.leave()
    let text = try String(contentsOfFile: output, encoding: .utf8)
    #expect(ending == .exit(0), "\(text)")
  }

  private static let tool = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Contract/run").path

  /// The speech engine, if it is installed; without it the run is shorter.
  private static var engine: String? {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"] ?? ""
    let cache = environment["XDG_CACHE_HOME"] ?? "\(home)/.cache"
    let directory = environment["STANDUPS_ENGINE"] ?? "\(cache)/standups/engine"
    return FileManager.default.fileExists(atPath: "\(directory)/engine.json") ? directory : nil
  }
}
