import Foundation
import RouterAPI
import Testing
import Threads

@testable import Command

@Suite("Connections on the command line")
struct ConnectionTableTests {
  private func timer(sent: Int, since: Double = 1) -> BusConnectionStatus {
    var one = BusConnectionStatus(id: "c1", kind: .commands, waitingBytes: 5)
    one.service = "timer"
    one.since = Date(timeIntervalSince1970: since)
    one.received = .init(messages: 2 * sent, bytes: 20 * sent)
    one.sent = .init(messages: sent, bytes: 10 * sent)
    one.dropped = 0
    return one
  }

  private func subscriber() -> BusConnectionStatus {
    var one = BusConnectionStatus(id: "e7", kind: .events, waitingBytes: 0)
    one.subscriptions = 12
    one.topics = ["t/", "s/1/"]
    return one
  }

  @Test("Rates follow from two readings of the same connection")
  func rates() {
    let table = ConnectionTable(
      [timer(sent: 10), subscriber()], [timer(sent: 25), subscriber()], ms: 2000)
    #expect(table.seconds == 2)
    #expect(
      table.connections.first?.rates
        == .init(received: 15, sent: 7.5, sentBytes: 75, dropped: 0))
    #expect(table.connections.last?.rates == .init())
    // Another connection with the same number has no rate yet.
    let other = ConnectionTable([timer(sent: 10)], [timer(sent: 25, since: 2)], ms: 2000)
    #expect(other.connections.first?.rates == nil)
  }

  @Test("The table names services and topics")
  func shown() async {
    let bench = Bench()
    let asked = Locked(0)
    bench.caller.on(ListConnections.self) { _ in
      let count = asked.withLock {
        $0 += 1
        return $0
      }
      return .init(
        connections: [timer(sent: 10 * count), subscriber()], atMs: Int64(1000 * count))
    }
    #expect(await bench.run("services --connections --over 1ms") == .ok)
    #expect(bench.output.contains("timer") && bench.output.contains("t/ s/1/ … 10 more"))
    #expect(bench.output.contains("20.0") && bench.output.contains("100.0"))
    #expect(await bench.run("services --over 1s") == .usage)
    let json = Bench()
    json.caller.on(ListConnections.self) { _ in .init(connections: [timer(sent: 1)], atMs: 1) }
    #expect(await json.run("services --connections --over 1ms --json") == .ok)
    #expect(
      json.output.contains(#""service":"timer""#) && json.output.contains(#""seconds":0.001"#))
  }
}
