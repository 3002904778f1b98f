import Documents
import FastJSON
import Foundation
import StandupsLogging
import PersistenceAPI
import TestSupport
import Testing

@testable import Bus
@testable import RouterService

/// Events of the bus while they cannot be saved.
@Suite struct BusJournalTests {
  private func entry(_ number: Int, bytes: Int = 0) throws -> BusJournal.Entry {
    BusJournal.Entry(events: [
      NewEvent(
        id: "\(number)", source: "/standups/router",
        labels: EventLabels(type: "service.up", subject: "timer"),
        time: Date(timeIntervalSince1970: 0),
        data: try RawJSON(encoding: String(repeating: "x", count: bytes)))
    ])
  }

  private func written(_ journal: BusJournal) async -> [String] {
    let caller = ScriptedCaller { _ in Commit.Reply(epoch: "e", events: []) }
    journal.finish()
    await journal.run(caller) { _ in }
    return caller.sent.values.compactMap { ($0 as? Commit)?.events.first?.id }
  }

  @Test func itIsWrittenInOrder() async throws {
    let journal = BusJournal(log: Log(service: "router", sink: LogSink { _ in }))
    for number in 0..<500 { journal.add(try entry(number)) }
    #expect(await written(journal) == (0..<500).map { "\($0)" })
    #expect(journal.waiting == (0, 0))
  }

  @Test func whatWaitsIsBounded() async throws {
    let lines = Recorder<String>()
    let log = Log(service: "router", sink: LogSink { lines.record($0) })
    let journal = BusJournal(log: log, capacity: 1000, capacityBytes: 100_000)
    for number in 0..<5000 { journal.add(try entry(number)) }
    #expect(journal.waiting.bytes <= 100_000)
    #expect(journal.waiting.count < 1000)
    for number in 5000..<5010 { journal.add(try entry(number, bytes: 30_000)) }
    #expect(journal.waiting.count == 3)
    #expect(await written(journal) == ["5007", "5008", "5009"])
    // Two lines, regardless of the number of dropped events.
    #expect(lines.values.count == 2)
    #expect(lines.values.last?.contains("5007") == true)
  }

  /// An event larger than the limit is still saved.
  @Test func aLargeOneIsWritten() async throws {
    let journal = BusJournal(
      log: Log(service: "router", sink: LogSink { _ in }), capacityBytes: 1000)
    journal.add(try entry(1, bytes: 50_000))
    #expect(await written(journal) == ["1"])
  }
}
