import Bus
import Configuration
import Foundation

/// What the checks of one kind came to: the body of `/healthz` and `/readyz`.
struct HealthReport: Hashable, Sendable {
  /// The outcome of one check.
  struct Outcome: Hashable, Sendable {
    var name: String
    /// What is wrong; nil if nothing is.
    var problem: String?
  }

  var outcomes: [Outcome]

  init(_ outcomes: [Outcome]) {
    self.outcomes = outcomes
  }

  /// Whether nothing is wrong.
  var isFine: Bool { outcomes.allSatisfy { $0.problem == nil } }

  /// As JSON, with a newline at its end.
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
      // Strings only: there is always a JSON form.
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
