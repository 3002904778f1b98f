import Bus
import Foundation
import RouterAPI
import Standups
import StandupsAPI
import TestSupport
import Testing

/// An installation whose database is a real PostgreSQL server.
@Suite(
  .serialized, .withLogs, .timeLimit(.minutes(30)),
  .needs(.postgreSQL))
struct PostgreSQLTests {
  /// A service that is not ready yet reports it to its router, and health does not list it as missing.
  @Test func whoWaitsForADatabaseIsLoadingAndNotMissing() async throws {
    let server = try await blocking { try PostgreSQLServer() }
    defer { server.stop() }
    try server.psql("postgres", "CREATE DATABASE standups TEMPLATE template0")
    var options = Cluster.Options()
    options.programs = [.router, .persistence]
    options.environment["STANDUPS_DATABASE"] = server.address("standups")
    try await withCluster(options, beside: options) { one, other in
      let peers = (try await one.peer(), try await other.peer())
      func state(_ peer: Peer) async throws -> ServiceHealth.State? {
        let health = try await peer.send(GetHealth(), options: CallOptions(timeoutMs: 20_000))
        return health.services.first { $0.name == "persistence" }?.state
      }
      var (active, waiting) = (one, other)
      try await eventually("One has the database, and the other one waits for it.") {
        let states = (try await state(peers.0), try await state(peers.1))
        (active, waiting) = states.0 == .up ? (one, other) : (other, one)
        return states == (.up, .loading) || states == (.loading, .up)
      }
      let shown = try await waiting.run(Program.commandLine, ["health"])
      #expect(shown.output.contains("The persistence service is loading"), "\(shown.output)")
      #expect(!shown.output.contains("The persistence service is not connected"))
      _ = await active.end(.persistence)
      let peer = active === one ? peers.1 : peers.0
      try await eventually("It has the database now.") { try await state(peer) == .up }
    }
  }

  /// Acknowledged data exists once, whichever process was killed; and a meeting ends on time.
  @Test func persistenceAndItsServerMayDie() async throws {
    let server = try await blocking { try PostgreSQLServer() }
    defer { server.stop() }
    try server.psql("postgres", "CREATE DATABASE standups TEMPLATE template0")
    var options = Cluster.Options()
    options.environment["STANDUPS_DATABASE"] = server.address("standups")
    try await withCluster(options) { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let follower = try await cluster.follower()
      let standup = try await peer.createStandup("Meeting", durationMs: 8000, attendees: 4)
      let session = try await peer.startMeeting(standup)
      var acknowledged = [standup]
      for round in 0..<3 {
        for number in 0..<10 {
          acknowledged.append(
            try await peer.createStandup(
              "Standup \(round).\(number)", durationMs: 60_000, attendees: 2,
              options: CallOptions(timeoutMs: 30_000)))
          if number == 4 { await cluster.signal(SIGKILL, [.persistence]) }
          if number == 7, round == 1 {
            try await blocking {
              server.crash()
              try server.start()
            }
          }
        }
      }
      let end = try await follower.first(
        MeetingFinished.self, about: session.id, within: .seconds(30))
      let late = end.time.milliseconds - (session.startMs + standup.durationMs)
      #expect((-100..<5001).contains(late), "the meeting ended \(late) ms off")
      let listed = try await peer.everyStandup()
      #expect(listed.count == acknowledged.count)
      for made in acknowledged { #expect(listed.filter { $0.id == made.id }.count == 1) }
      #expect(try await peer.pastMeetings(standup.id).map(\.id) == [session.id])
      let stored = try server.psql(
        "standups", "SELECT count(*) FROM standups.documents WHERE collection = 'standups'")
      #expect(stored == "\(acknowledged.count)")
    }
    // The database has nothing else.
    let journal = try server.psql(
      "standups",
      "SELECT head = count(*) AND head = max(sequence) FROM standups.journal, standups.events GROUP BY head"
    )
    #expect(journal == "t")
  }
}
