import Foundation
import TestSupport
import Testing
import Threads

@testable import LoadTester
@testable import ZeroMQ

/// An error that ends a thread of the tester ends the test, too.
@Suite struct WorkerTests {
  private let ids = NumberedID(kind: 1, run: 7, owner: "tool")
  private let requests = NumberedID(kind: 2, run: 7)

  private func ledger() -> TickLedger {
    TickLedger(
      meetings: 1, shape: TickShape(tickMs: 1000, lengthMs: 60_000), speakers: 1, steady: 0,
      end: .max / 2)
  }

  private func failure(of body: () throws -> Void) throws -> LoadFailure {
    do {
      while true { try body() }
    } catch let failure as LoadFailure {
      return failure
    }
  }

  @Test func aTestWhoseTicksAreNoLongerHeardFails() async throws {
    // The tick socket has a separate context, so that it can fail alone.
    let (zmq, failing) = (try Context(), try Context())
    let deaf = try await blocking {
      let directory = try RunDirectory()
      defer { directory.remove() }
      let workload = TimerWorkload()
      let link = try TimerLink(
        .parent(commands: directory.endpoint("commands")), context: zmq, requests: requests)
      defer { link.close() }
      var endpoints: [String] = []
      let receivers = try TickReceivers(
        ledger: ledger(), at: [.ingest(directory.endpoint("ingest"))], context: failing,
        reader: TickReader(ids: ids, tickMs: 1000, wallOffset: 0), topics: [TickReader.topic],
        endpoints: &endpoints)
      #expect(endpoints == [directory.endpoint("ingest")])
      defer { receivers.stop() }
      let driver = TimerDriver(
        plan: TimerPlan(workload),
        messages: TimerMessages(
          meetings: ids, requests: requests, storm: ids, workload: workload, boot: "b",
          wallOffset: 0),
        link: link, receivers: receivers)
      try driver.step(until: LoadClock.now, nil)
      failing.shutDown()
      return try failure { try driver.step(until: LoadClock.now + 1_000_000, nil) }
    }
    #expect(deaf.code == "deaf")
    #expect(deaf.message.hasPrefix("The tester stopped receiving ticks"))
    try await zmq.close()
    try await failing.close()
  }

  @Test func whatCannotBeOpenedIsSaidAtOnce() async throws {
    let zmq = try Context()
    let refused = try await blocking {
      let receiver = TickReceiver(ledger: Locked(ledger()))
      defer { receiver.stop() }
      return try failure {
        _ = try receiver.start(
          .ingest("ipc:///nowhere/at/all"), context: zmq,
          reader: TickReader(ids: ids, tickMs: 1000, wallOffset: 0), topics: [])
      }
    }
    #expect(refused.message.contains("/nowhere/at/all"))
    try await zmq.close()
  }

  /// The reply to the last subscription says that another was not permitted.
  @Test func aSubscriptionThatIsDeniedEndsTheThread() async throws {
    let zmq = try Context()
    let denied = try await blocking {
      let directory = try RunDirectory()
      defer { directory.remove() }
      let router = try ThreadSocket(.xpub, in: zmq)
      defer { router.close() }
      try router.bind(directory.endpoint("events"))
      let events = MeetingEvents(ledger: ledger(), ids: requests, meetings: 1, wallOffset: 0)
      let access = try RouterAccess(
        commands: directory.endpoint("commands"), events: directory.endpoint("events"),
        environment: ["STANDUPS_KEY": "none"])
      events.start(access, context: zmq)
      defer { events.worker.stop() }
      return try failure {
        if router.wait(until: .now.advanced(by: .milliseconds(1))), try router.receive() {
          let nonce = String(decoding: router[0].dropFirst(), as: UTF8.self)
          if nonce.hasPrefix("~/") { _ = try router.send(nonce + #" {"denied":["s/"]}"#) }
        }
        try events.worker.check()
      }
    }
    #expect(denied.code == "denied")
    try await zmq.close()
  }

  @Test func aWorkerThatWasNeverStartedIsStoppedAtOnce() throws {
    let worker = Worker()
    worker.stop()
    #expect(worker.isStopped)
    try worker.check()
  }
}
