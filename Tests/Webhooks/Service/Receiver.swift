import Bus
import FastJSON
import Foundation
import TestSupport

/// A receiver in another process, in Python: an independent implementation that parses requests and
/// checks signatures.
final class Receiver: Sendable {
  /// A received request.
  struct Heard: Decodable, Sendable {
    var path: String
    var status: Int
    var headers: [String: String]
    var event: RawJSON?
    var bytes: Int
    /// `valid`, `wrong` or `none`.
    var signature: String
    /// The reason for which a chat would reject it.
    var refused: String?
    /// The text that a chat would show.
    var said: String?
  }

  let port: Int
  private let log: URL
  /// Closing it ends the process, also if this process is killed.
  private let life: Pipe

  static func start(secret: String? = nil) async throws -> Receiver {
    try await blocking { try Receiver(secret: secret) }
  }

  private init(secret: String?) throws {
    log = FileManager.default.temporaryDirectory
      .appendingPathComponent("receiver-\(UUID().uuidString)")
    life = Pipe()
    let output = Pipe()
    let script = Checkout.file("Tests/Fixtures/receiver.py")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments =
      [script.path, log.path] + (secret.map { ["--secret", $0] } ?? [])
    process.standardInput = life
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw BusError(.internal, "The receiver did not start: \(line)")
    }
    self.port = port
  }

  func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// All received requests, in order.
  func heard() throws -> [Heard] {
    guard FileManager.default.fileExists(atPath: log.path) else { return [] }
    return try Data(contentsOf: log).split(separator: UInt8(ascii: "\n")).map {
      try BusJSON.decode(Heard.self, from: $0)
    }
  }

  func stop() {
    try? life.fileHandleForWriting.close()
    try? FileManager.default.removeItem(at: log)
  }
}

/// Runs with a receiver, and leaves nothing behind.
func withReceiver<Result>(
  secret: String? = nil, _ body: (Receiver) async throws -> Result
) async throws -> Result {
  let receiver = try await Receiver.start(secret: secret)
  defer { receiver.stop() }
  return try await body(receiver)
}
