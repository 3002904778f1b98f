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

    let arguments = [
      "--quiet", "--binaries", Program.directory.path,
      "--engine", try InstalledEngine.directory(),
    ]
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
}
