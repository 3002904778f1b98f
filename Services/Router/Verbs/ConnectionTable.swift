import Bus
import RouterAPI

/// The connections to the router, with their message rates.
struct ConnectionTable: Codable {
  /// Length of the measurement, in seconds.
  var seconds: Double
  var connections: [Row]

  /// A connection and its traffic per second.
  struct Row: Codable {
    var connection: BusConnectionStatus
    /// Nil for a connection that was opened during the measurement.
    var rates: Rates?
  }

  struct Rates: Codable, Equatable {
    var received: Double?
    var sent: Double?
    var sentBytes: Double?
    var dropped: Double?
  }

  static func show(over ms: Int, _ context: CommandContext) async throws {
    let table = try await context.connected { connection in
      let first = try await ListConnections.all { try await connection.send($0) }
      try await context.sleep(.milliseconds(ms))
      let last = try await ListConnections.all { try await connection.send($0) }
      return ConnectionTable(
        first.connections, last.connections, ms: max(1, last.atMs &- first.atMs))
    }
    try context.show(table) { table.lines(context) }
  }

  init(_ first: [BusConnectionStatus], _ last: [BusConnectionStatus], ms: Int64) {
    let span = Double(ms) / 1000
    seconds = span
    let before = Dictionary(first.map { ($0.id, $0) }) { one, _ in one }
    connections = last.map { now in
      // The id may have been reused for another connection.
      guard let then = before[now.id], then.since == now.since else { return Row(connection: now) }
      func rate(_ value: (BusConnectionStatus) -> Int?) -> Double? {
        guard let new = value(now), let old = value(then), new >= old else { return nil }
        return ((Double(new) - Double(old)) / span * 10).rounded() / 10
      }
      return Row(
        connection: now,
        rates: Rates(
          received: rate { $0.received?.messages }, sent: rate { $0.sent?.messages },
          sentBytes: rate { $0.sent?.bytes }, dropped: rate { $0.dropped }))
    }
  }

  func lines(_ context: CommandContext) -> [String] {
    var table = Table(
      header: [
        "CLIENT", "IN/S", "OUT/S", "BYTES OUT/S", "DROPPED", "QUEUED", "WAITING", "TOPICS", "SINCE",
      ], flexible: 7, optional: [8, 3, 5])
    func number(_ value: Double?) -> String { value.map { String($0) } ?? "" }
    table.rows = connections.map { row in
      let one = row.connection
      return [
        DisplayText.safe(
          one.service ?? (one.kind == .events ? "events \(one.id)" : "tool \(one.id)")),
        number(row.rates?.received), number(row.rates?.sent), number(row.rates?.sentBytes),
        one.dropped.map(String.init) ?? "", one.queuedBytes.map(String.init) ?? "",
        String(one.waitingBytes), Self.topics(one), one.since.map(context.page.date) ?? "",
      ]
    }
    return table.lines(width: context.console.width, ink: context.console.ink)
  }

  private static func topics(_ one: BusConnectionStatus) -> String {
    guard let topics = one.topics else { return "" }
    let rest = (one.subscriptions ?? 0) &- topics.count
    return topics.map { DisplayText.safe($0) }.joined(separator: " ")
      + (rest > 0 ? " … \(rest) more" : "")
  }
}
