import Foundation
import TestSupport

/// What the services show over HTTP, each on a port that the system chose.
extension Cluster {
  /// The port that a program's latest run chose, once it has said so; polls the log.
  func port(_ program: Program) async throws -> UInt16 {
    while true {
      try Task.checkCancellation()
      if let port = latestPort(program) { return port }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  private nonisolated func latestPort(_ program: Program) -> UInt16? {
    let log =
      (try? String(contentsOfFile: "\(logs)/\(program.rawValue).log", encoding: .utf8)) ?? ""
    let lines = log.split(separator: "\n").filter {
      $0.contains("\"Starting.\"") || $0.contains("over HTTP")
    }
    return lines.last?.firstMatch(of: /"port":(\d+)/).flatMap { UInt16($0.output.1) }
  }

  func ask(_ program: Program, _ path: String) async throws -> HTTPClient.Answer {
    let port = try await port(program)
    return try await blocking { try HTTPClient.ask("GET", path, port: port) }
  }

  /// Returns when a page has the status; polls, for a test with a time limit.
  func wait(_ program: Program, _ path: String, for status: Int) async throws
    -> HTTPClient.Answer
  {
    while true {
      try Task.checkCancellation()
      if let answer = try? await ask(program, path), answer.status == status { return answer }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  func metrics(_ program: Program) async throws -> Scrape {
    Scrape(try await ask(program, "/metrics").body)
  }
}
