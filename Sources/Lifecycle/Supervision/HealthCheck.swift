import Bus
import CommandLineKit
import Configuration
import Connecting
import Foundation
import RouterAPI

/// `<name>-service --health`: whether the instance that runs here does its work, as the router sees it.
///
/// A container needs nothing else for its health check, no shell and no other program. The router hears
/// from the thread that does the work, so one that hangs is not healthy.
struct HealthCheck: Sendable {
  /// The service's name on the bus.
  var name: String
  /// The instance that runs here; nil where it left no note.
  var instance: UUID?
  /// How long the router may take, in milliseconds.
  var timeoutMs = 2000

  /// What came out.
  struct Verdict: Hashable, Sendable {
    var isHealthy: Bool
    /// For the person who looks: what is well, or what is wrong.
    var sentence: String
  }

  /// Says in one sentence how the instance is that runs here, as `docker inspect` and `kubectl describe`
  /// show it.
  ///
  /// - Parameters:
  ///   - problem: what else has to be looked at.
  ///   - output: takes the sentence.
  /// - Returns: `unavailable` where this instance is not well, `temporary` where something else is to
  ///   blame: the router that is away, or what `problem` found.
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
      // A router that does not answer itself is the one to blame.
      return name == "router" ? .unavailable : .temporary
    }
  }

  /// Asks the router.
  ///
  /// - Throws: `BusError` where it does not answer; `ZeroMQError` if the system refuses a socket.
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

  /// Judges the router's list.
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

  /// Where the router is from here: what it binds need not be what one can connect to.
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
