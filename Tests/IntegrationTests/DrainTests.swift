import Bus
import Foundation
import RouterAPI
import Standups
import StandupsAPI
import TestSupport
import Testing

/// SIGTERM completes pending work: nothing acknowledged is lost, nothing stays unanswered.
@Suite(.withLogs, .timeLimit(.minutes(30))) struct DrainTests {
  @Test(arguments: Program.allCases) func nothingInFlightIsLost(_ program: Program) async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilAllAreUp()
      let acknowledged = Recorder<Standup>()
      let refused = Recorder<BusError>()
      let count = 400
      let started = ContinuousClock.now
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<count {
          group.addTask {
            // Half of the callers give up at the first error; all are answered.
            let options = CallOptions(timeoutMs: 20_000, retries: number.isMultiple(of: 2))
            do {
              acknowledged.record(
                try await peer.send(
                  CreateStandup(title: "Standup \(number)", durationMs: 60_000), options: options))
            } catch let error as BusError {
              refused.record(error)
            }
          }
        }
        await acknowledged.wait(for: 20)
        let child = try #require(await cluster.child(program))
        let before = ContinuousClock.now
        await cluster.signal(SIGTERM, [program])
        let ending = await child.ended()
        #expect(ending == .exit(0))
        let time = before.duration(to: .now)
        #expect(time < .seconds(5))
        print("\(program) drained in \(time) with commands in flight")
        try await group.waitForAll()
      }
      #expect(started.duration(to: .now) < .seconds(20), "some command was not answered")
      #expect(acknowledged.values.count + refused.values.count == count)
      for error in refused.values {
        #expect([.draining, .unavailable, .busy].contains(error.code), "\(error)")
        #expect(!error.message.isEmpty)
      }
      let retried = acknowledged.values.filter {
        Int($0.title.dropFirst("Standup ".count)).map { $0.isMultiple(of: 2) } ?? false
      }
      #expect(retried.count == count / 2, "a command that was retried failed")
      // A command rejected as “may have been done” may have created a standup, but none exists
      // twice.
      let listed = try await peer.everyStandup()
      #expect(Set(acknowledged.values.map(\.id)).isSubset(of: Set(listed.map(\.id))))
      #expect(Set(listed.map(\.title)).count == listed.count)
      print(
        "\(program): \(acknowledged.values.count) acknowledged, \(refused.values.count) refused")
      // The service was restarted: ended before it handles signals, it would be killed by one.
      try await eventually("It is back.") {
        try await peer.send(GetHealth()).services.allSatisfy { $0.state == .up }
      }
    }
  }
}
