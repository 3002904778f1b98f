import Bus
import CommandLineKit
import StandupsConfiguration
import Connecting
import Foundation
import RouterAPI

/// `<name>-service --health`: checks whether the local instance does its work, according to the
/// router.
///
/// A container needs neither a shell nor another program for its health check. The router receives
/// heartbeats from the thread that does the work, so a service whose thread hangs is not healthy.
struct HealthCheck: Sendable {
  /// The service's name on the bus.
  var name: String
  /// The local instance; nil if it wrote no instance file.
  var instance: UUID?
  /// Timeout of the request to the router, in milliseconds.
  var timeoutMs = 2000

  /// The result of the check.
  struct Verdict: Hashable, Sendable {
    var isHealthy: Bool
    /// A human-readable sentence with the state or the problem.
    var sentence: String
  }

  /// Checks the local instance and prints its state as one sentence, which `docker inspect` and
  /// `kubectl describe` show.
  ///
  /// - Parameters:
  ///   - name: the service's name on the bus.
  ///   - environment: the checked settings from the environment.
  ///   - problem: an additional check; returns the problem as a sentence, or nil.
  ///   - output: receives the sentence.
  /// - Returns: `unavailable` if this instance is not healthy, `temporary` if something else is the
  ///   cause: an unavailable router, or a problem that `problem` found.
  static func run(
    _ name: String, _ environment: BusEnvironment,
    problem: (BusEnvironment) -> String? = { _ in nil }, output: (String) -> Void
  ) async -> ExitCode {
    if let problem = problem(environment) {
      output(problem + "\n")
      return .temporary
    }
    if StandbyNote(service: name, environment: environment).isFresh {
      output("Standing by: another \(name) is active.\n")
      return .ok
    }
    let note = InstanceFile(service: name, environment: environment)
    do {
      let verdict = try await HealthCheck(name: name, instance: note.read()).ask(environment)
      output(verdict.sentence + "\n")
      return verdict.isHealthy ? .ok : .unavailable
    } catch {
      output(ErrorSentence.of(error) + "\n")
      // The router's own check failed because the router itself does not respond.
      return name == "router" ? .unavailable : .temporary
    }
  }

  /// Queries the router.
  ///
  /// - Throws: `BusError` if the router does not respond; `ZeroMQError` if the system provides no
  ///   socket.
  func ask(_ environment: BusEnvironment) async throws -> Verdict {
    var local = environment
    local.commands = Endpoint.list(environment.commands).map(Self.reachable)
      .joined(separator: ",")
    let connection = try BusConnection(name: "\(name)-health", environment: local)
    do {
      try await connection.peer.open()
      let services = try await ListServices.all {
        try await connection.peer.send($0, options: CallOptions(timeoutMs: timeoutMs))
      }
      await connection.close()
      return verdict(services)
    } catch {
      await connection.close()
      throw error
    }
  }

  /// Evaluates the router's list of services.
  func verdict(_ services: [ConnectedService]) -> Verdict {
    if name == "router" { return Verdict(isHealthy: true, sentence: "The router answers.") }
    let id = instance?.lowercaseText
    let mine = services.filter { $0.name == name && (id == nil || $0.instance == id) }
    if let found = mine.first(where: { $0.state == .up }) {
      return Verdict(
        isHealthy: true, sentence: "Connected, \(found.inFlight) of \(found.capacity) in progress.")
    }
    switch mine.first?.state {
    case .standby?:
      return Verdict(isHealthy: true, sentence: "Connected, ready to take over.")
    case .draining?:
      return Verdict(isHealthy: false, sentence: "Stopping; finishing work in progress.")
    case .up?, nil:
      return Verdict(
        isHealthy: false, sentence: "The router answers, but this \(name) service is not connected."
      )
    }
  }

  /// Returns the local address of a router's endpoint, because a client cannot connect to every
  /// address that a server can bind.
  static func reachable(_ endpoint: String) -> String {
    for (bound, here) in [
      ("tcp://*:", "tcp://127.0.0.1:"), ("tcp://0.0.0.0:", "tcp://127.0.0.1:"),
      ("tcp://[::]:", "tcp://[::1]:"),
    ] {
      if let port = endpoint.dropping(bound) { return here + port }
    }
    return endpoint
  }
}
