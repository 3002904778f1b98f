import Bus
import Foundation
import Glibc
import TestSupport

/// The receiver in Python, which can be killed and started again on its port.
actor WebhookReceiver {
  /// A received request.
  struct Heard: Decodable, Sendable {
    var path: String
    var status: Int
    var event: CloudEvent?
    var signature: String
    var refused: String?
    var said: String?
  }

  private let cluster: Cluster
  private let secret: String
  private var child: ChildProcess?
  private(set) var port = 0

  init(_ cluster: Cluster, secret: String) {
    self.cluster = cluster
    self.secret = secret
  }

  private var log: String { "\(cluster.folder)/receiver.log" }
  func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// Starts it, the first time on a port that the system chooses, and waits until it listens.
  func start() async throws {
    let output = "\(cluster.folder)/receiver-\(UUID().uuidString).out"
    child = try ChildProcess(
      Python.path,
      [Python.script("receiver.py"), log, "--port", "\(port)", "--secret", secret, "--stay"],
      environment: cluster.environment, output: output)
    try await eventually("The receiver listens.") {
      let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
      guard text.hasSuffix("\n"), let port = Int(text.dropLast()) else { return false }
      listens(on: port)
      return true
    }
  }

  private func listens(on port: Int) { self.port = port }

  func kill() async {
    child?.signal(SIGKILL)
    await child?.ended()
  }

  /// All received requests, in order.
  func heard() throws -> [Heard] {
    guard FileManager.default.fileExists(atPath: log) else { return [] }
    return try Data(contentsOf: URL(fileURLWithPath: log)).split(separator: UInt8(ascii: "\n"))
      .map { try BusJSON.decode(Heard.self, from: $0) }
  }
}

/// Polls until the condition holds.
func eventually(
  _ what: String, within limit: Duration = .seconds(30), _ isSo: () async throws -> Bool
) async throws {
  try await waitUntil(what, within: limit, isSo)
}
