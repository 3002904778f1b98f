import Bus
import StandupsConfiguration
import Foundation

/// The results of all checks of one kind: the body of `/healthz` and `/readyz`.
struct HealthReport: Hashable, Sendable {
  /// The result of one check.
  struct Outcome: Hashable, Sendable {
    var name: String
    /// The problem as a sentence; nil for none.
    var problem: String?
  }

  var outcomes: [Outcome]

  init(_ outcomes: [Outcome]) {
    self.outcomes = outcomes
  }

  /// True if no check found a problem.
  var isFine: Bool { outcomes.allSatisfy { $0.problem == nil } }

  /// Returns the report as JSON, with a newline at its end.
  func json(service: String, instance: UUID) -> String {
    let body = Body(
      status: isFine ? "ok" : "failing", service: service,
      instance: instance.lowercaseText, version: Version.current,
      checks: outcomes.map {
        Body.Check(name: $0.name, status: $0.problem == nil ? "ok" : "failing", reason: $0.problem)
      })
    do {
      return String(decoding: try BusJSON.encode(body), as: UTF8.self) + "\n"
    } catch {
      // A report consists of strings only, so it can always be encoded.
      preconditionFailure("A health report could not be encoded as JSON: \(error)")
    }
  }

  private struct Body: Encodable {
    struct Check: Encodable {
      var name: String
      var status: String
      var reason: String?
    }
    var status: String
    var service: String
    var instance: String
    var version: String
    var checks: [Check]
  }
}
