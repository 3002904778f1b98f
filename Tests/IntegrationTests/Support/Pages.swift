import Foundation
import TestSupport

/// The HTTP endpoints of the services, each on a port that the system chose.
extension Cluster {
  /// The port that a program's latest run chose, once it has logged it; polls the log.
  func port(_ program: Program) async throws -> UInt16 {
    var port: UInt16?
    try await waitUntil("The \(program) service logs its port.") {
      port = latestPort(program)
      return port != nil
    }
    guard let port else { throw HarnessError("The \(program) service has no port.") }
    return port
  }

  private nonisolated func latestPort(_ program: Program) -> UInt16? {
    let log =
      (try? String(contentsOfFile: "\(logs)/\(program.name).log", encoding: .utf8)) ?? ""
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
    var answer: HTTPClient.Answer?
    try await waitUntil("\(path) of the \(program) service has status \(status).") {
      answer = try? await ask(program, path)
      return answer?.status == status
    }
    guard let answer else { throw HarnessError("\(path) has no answer.") }
    return answer
  }

  func metrics(_ program: Program) async throws -> Scrape {
    Scrape(try await ask(program, "/metrics").body)
  }
}
