import Bus
import BusRouter
import DeadLetterQueue
import FastJSON
import Foundation
import PersistenceAPI
import RouterAPI

/// Reports the health of the bus in a single message, whatever the number of problems.
struct HealthReader: Sendable {
  let router: Router
  /// Start time of the router.
  let since: Date
  let cause: Header
  /// State of this router among several; nil if it is the only one.
  var stand: RouterStand?
  /// Problems of the span export.
  var exportProblems: [String] = []

  /// Maximum number of reported names of one kind: services that no binding needs, or unbound
  /// messages.
  static let maxNames = 1000
  /// Maximum number of reported standbys of one service.
  private static let maxStandbys = 16
  /// Approximate maximum size of the problem sentences, in bytes of JSON.
  private static let maxBytes = 300_000

  func answer() async throws -> GetHealth.Reply {
    let report = await router.report
    let needed = Set(router.integration.children.keys)
    let others = Set(report.services.map(\.manifest.service)).subtracting(needed).sorted()
    var services = (needed + others.prefix(Self.maxNames)).sorted().map {
      Self.health(of: $0, report.services)
    }
    let unbound = Array(report.unbound.prefix(Self.maxNames))
    var problems = services.compactMap { service in
      Self.words(service.state).map { "The \(service.name) service \($0)." }
    }
    problems += Self.rest(others, "Connected services")
    problems += report.services.flatMap(\.problems)
    problems += exportProblems
    problems += unbound.map { "No binding handles “\($0)”." }
    problems += Self.rest(report.unbound, "Messages without a binding")
    // Counting needs persistence. Without it the count is unknown, and its absence is reported
    // already.
    let isStored = services.contains { $0.name == "persistence" && $0.state == .up }
    var letters = 0
    if isStored {
      do {
        letters = try await DeadLetterStore(router: router).total(
          CallOptions(timeoutMs: 1000, cause: cause, retries: false))
      } catch {
        problems.append("The persistence service is connected but is not responding.")
      }
    }
    if isStored, let place = services.firstIndex(where: { $0.name == "persistence" }) {
      services[place].standbys = await waitingStores()
    }
    if let problem = stand?.problem { problems.append(problem) }
    if letters > 0 { problems.append(Self.sentence(deadLetters: letters)) }
    let refusals = await router.refusals
    return GetHealth.Reply(
      status: problems.isEmpty ? .ok : .degraded, since: since, services: services,
      unbound: unbound, unboundCalls: report.counters.unbound, deadLetters: letters,
      parked: report.parked.values.reduce(0, +), refusedConnections: refusals.handshakes,
      denied: refusals.denied, problems: Self.fitting(problems),
      instance: router.id.lowercaseText, term: stand?.term,
      standbys: Self.some(stand?.standbys(at: Date()) ?? []))
  }

  private static func health(of name: String, _ services: [RouterReport.Service]) -> ServiceHealth {
    let all = services.filter { $0.manifest.service == name }
    let instances = all.filter { !$0.isStandby && !$0.isLoading }
    let active = instances.filter { !$0.isDraining }
    let state: ServiceHealth.State =
      if !active.isEmpty {
        .up
      } else if all.contains(where: \.isLoading) {
        .loading
      } else {
        instances.isEmpty ? .missing : .draining
      }
    let waiting = all.filter(\.isStandby).prefix(maxStandbys).map {
      Standby(
        instance: $0.manifest.instance.lowercaseText,
        since: Date(timeIntervalSince1970: Double($0.sinceMs) / 1000))
    }
    return ServiceHealth(
      name: name, state: state, instances: active.count,
      active: active.first.flatMap {
        $0.manifest.isSharded ? nil : $0.manifest.instance.lowercaseText
      }, standbys: some(waiting))
  }

  /// Standbys that wait for the database; persistence reports them because they register only once
  /// they own it. Nil if it does not reply, which is reported elsewhere, or does not know the
  /// command.
  private func waitingStores() async -> [Standby]? {
    let options = CallOptions(timeoutMs: 1000, cause: cause, retries: false)
    guard let reply = try? await router.send(GetWaitingStores(), options: options) else {
      return nil
    }
    let now = Date()
    return Self.some(
      reply.waiting.prefix(Self.maxStandbys).map {
        Standby(instance: $0.instance, waitedMs: $0.waitedMs, until: now)
      })
  }

  private static func some(_ standbys: [Standby]) -> [Standby]? {
    standbys.isEmpty ? nil : standbys
  }

  /// Problem of a service; nil if it is up.
  private static func words(_ state: ServiceHealth.State) -> String? {
    switch state {
    case .up: nil
    case .loading: "is loading and will be ready soon"
    case .draining: "is shutting down"
    case .missing: "is not connected"
    }
  }

  static func sentence(deadLetters count: Int) -> String {
    "There \(count == 1 ? "is 1 dead letter" : "are \(count) dead letters"); see `standups dead-letters`."
  }

  /// Sentence about the names beyond the maximum; empty if all fit.
  private static func rest(_ names: [String], _ what: String) -> [String] {
    names.count > maxNames ? ["\(what) not listed here: \(names.count - maxNames)."] : []
  }

  /// The problems that fit, followed by the number of omitted ones.
  static func fitting(_ problems: [String]) -> [String] {
    var bytes = 0
    let told = problems.prefix {
      bytes += JSONSize.bytes(of: $0) + 3
      return bytes <= maxBytes
    }
    let left = problems.count - told.count
    return told
      + (left > 0 ? ["Problems not listed here: \(left). Fix the listed ones first."] : [])
  }
}
