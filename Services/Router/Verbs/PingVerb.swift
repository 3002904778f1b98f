import Bus
import CommandLineKit
import Foundation
import RouterAPI
import ServiceCatalog

/// The `standups ping` command.
enum PingVerb {
  static let only = Argument<String?>.option(
    "--only", placeholder: "SERVICE", completion: .words(ServiceCatalog.all.map(\.name)),
    help: "Check only this service.")
  static let count = Argument<Int?>.option(
    "--count", "-c", help: "Number of requests, up to 100000. Default: 1.")
  static let every = Argument<Seconds?>.option(
    "--every", help: "Time between two requests. Default: 1s.")

  static let verb = Verb(
    "ping", summary: "Check that the router and all services answer, and measure how fast.",
    details: "For health checks of containers: exits with 0 if all is well, and with 69 if not."
      + " Waits 2 s for a reply; --timeout changes that. --count prints the minimum, median and"
      + " maximum time; Ctrl-C stops early and prints the results so far.",
    arguments: [only, count, every],
    examples: [
      .init("standups ping", "Prints the response time."),
      .init("standups ping --only router", "Only the router."),
      .init("standups ping --count 20 --every 100ms", "Twenty response times, over two seconds."),
    ],
    json:
      "{“status”: “ok” or “degraded”, “ms”, “missing”: [service]}; with --count also “sent”, “lost”,"
      + " “minMs”, “medianMs” and “maxMs”"
  ) { values, context in
    var context = context
    context.globals.timeoutMs = context.globals.timeoutMs ?? 2_000
    let number = try values[count]
    try Failure.require("--count", number, in: 1...100_000)
    let pause = try values[every]?.milliseconds ?? 1_000
    let wanted = try values[only]
    let (quick, times) = (context, number ?? 1)
    let result = try await quick.connected { connection in
      try await Pinging(context: quick, connection: connection, only: wanted)
        .run(times, pauseMs: Int64(pause), isSeries: number != nil)
    }
    try context.show(result) { result.lines }
    if !result.missing.isEmpty {
      let loading = context.loading.intersection(result.missing)
      let missing = result.missing.filter { !loading.contains($0) }
      let parts =
        (missing.isEmpty ? [] : ["missing: \(missing.joined(separator: ", "))"])
        + (loading.isEmpty ? [] : ["loading: \(loading.sorted().joined(separator: ", "))"])
      throw Failure(
        .unavailable, code: "degraded",
        "The router answers, but not all services do (\(parts.joined(separator: "; "))).")
    }
    if result.lost ?? 0 > 0 {
      throw Failure(
        .unavailable, code: "lost",
        "\(result.lost ?? 0) of \(result.sent ?? 0) requests got no reply.")
    }
  }
}

/// The result of one or more requests.
struct Ping: Codable, Hashable {
  var status: GetHealth.Status
  /// Round-trip time of the last reply, in milliseconds.
  var ms: Double
  var missing: [String]
  var sent: Int?
  var lost: Int?
  var minMs: Double?
  var medianMs: Double?
  var maxMs: Double?

  /// Computes the statistics.
  ///
  /// - Parameters:
  ///   - times: round-trip times of the received replies, in milliseconds.
  ///   - isSeries: true to include the statistics of a series.
  init(missing: [String], times: [Double], sent: Int, isSeries: Bool) {
    self.missing = missing
    status = missing.isEmpty ? .ok : .degraded
    ms = times.last ?? 0
    guard isSeries else { return }
    self.sent = sent
    lost = sent - times.count
    let sorted = times.sorted()
    guard let first = sorted.first, let last = sorted.last else { return }
    minMs = first
    maxMs = last
    let middle = sorted.count / 2
    medianMs =
      sorted.count % 2 == 1 ? sorted[middle] : Self.cut((sorted[middle - 1] + sorted[middle]) / 2)
  }

  /// Rounds to hundredths.
  static func cut(_ ms: Double) -> Double { (ms * 100).rounded() / 100 }

  var lines: [String] {
    guard let sent, let lost else { return missing.isEmpty ? ["All is well (\(ms) ms)."] : [] }
    let head = "\(sent) sent, \(lost) lost"
    guard let minMs, let medianMs, let maxMs else { return ["\(head)."] }
    return ["\(head): minimum \(minMs) ms, median \(medianMs) ms, maximum \(maxMs) ms."]
  }
}

/// Requests the router's health repeatedly.
struct Pinging {
  var context: CommandContext
  var connection: Connection
  /// The only service to check; nil for all.
  var only: String?

  /// Sends the requests.
  ///
  /// - Throws: `Failure` or `BusError` if a single request has no reply.
  func run(_ times: Int, pauseMs: Int64, isSeries: Bool) async throws -> Ping {
    let interruptions = context.interruptions()
    let asking = Task { try await ask(times, pauseMs, isSeries) }
    let stopping = Task { for await _ in interruptions { return asking.cancel() } }
    defer { stopping.cancel() }
    return try await asking.value
  }

  private func ask(_ count: Int, _ pauseMs: Int64, _ isSeries: Bool) async throws -> Ping {
    var times: [Double] = []
    var missing: [String] = []
    var sent = 0
    while sent < count, !Task.isCancelled {
      if sent > 0 {
        do { try await context.sleep(.milliseconds(pauseMs)) } catch { break }
      }
      let begin = ContinuousClock.now
      do {
        let health = try await connection.send(GetHealth())
        let ms = Ping.cut((ContinuousClock.now - begin).ms)
        missing = try Self.missing(health, only)
        times.append(ms)
        sent += 1
        if isSeries, !context.globals.isJSON {
          try context.console.print(
            "\(ms) ms" + (missing.isEmpty ? "" : ", missing: \(missing.joined(separator: ", "))"))
        }
      } catch let error as BusError where isSeries && times.count + 1 <= count {
        // A series counts missing replies instead of failing.
        sent += 1
        context.console.note(DisplayText.safe(error.message))
      } catch is CancellationError where isSeries {
        break
      }
    }
    return Ping(missing: missing, times: times, sent: sent, isSeries: isSeries)
  }

  static func missing(_ health: GetHealth.Reply, _ only: String?) throws -> [String] {
    if let only, only != "router", !health.services.contains(where: { $0.name == only }) {
      throw Failure(.unavailable, code: "unavailable", "Service not found: “\(only)”.")
    }
    return health.services.filter { $0.state != .up && (only ?? $0.name) == $0.name }.map(\.name)
  }
}

extension Duration {
  /// The duration in milliseconds.
  var ms: Double {
    Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
  }
}
