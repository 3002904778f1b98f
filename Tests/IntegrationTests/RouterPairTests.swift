import Bus
import Foundation
import RouterAPI
import Standups
import StandupsAPI
import TestSupport
import Testing

/// Two routers, one of them active: the active one is killed, suspended, or lost with its machine.
@Suite(.serialized, .withLogs, .timeLimit(.minutes(30))) struct RouterPairTests {
  private static func onFile() -> Cluster.Options {
    var options = Cluster.Options()
    options.lease = { "\($0.data)/leases.db" }
    return options
  }

  /// Creates standups one after the other.
  private func create(_ count: Int, _ round: String, _ peer: Peer) async throws -> [Standup] {
    var made: [Standup] = []
    for number in 0..<count {
      made.append(
        try await peer.createStandup(
          "\(round) \(number)", durationMs: 60_000, attendees: 2,
          options: CallOptions(timeoutMs: 30_000)))
    }
    return made
  }

  private func expectAll(_ made: [Standup], _ peer: Peer) async throws {
    let listed = try await peer.everyStandup()
    #expect(listed.count == made.count)
    for standup in made { #expect(listed.filter { $0.id == standup.id }.count == 1) }
  }

  private func note(_ what: String, since start: ContinuousClock.Instant) {
    EndTimes.shared.note(what, ms: Int64((ContinuousClock.now - start) / .milliseconds(1)))
  }

  /// Expects that the end of a meeting is reported once, on time or soon after.
  private func expectEnd(
    of session: MeetingSession, _ follower: Follower, _ peer: Peer, _ what: String
  ) async throws {
    let end = try await follower.first(
      MeetingFinished.self, about: session.id, within: .seconds(60))
    let late = end.time.milliseconds - (session.startMs + session.standup.durationMs)
    EndTimes.shared.note(what, ms: late)
    #expect((-100..<30_001).contains(late), "the meeting ended \(late) ms off")
    #expect(try await peer.pastMeetings(session.standup.id).map(\.id) == [session.id])
  }

  @Test func theActiveRouterIsKilled() async throws {
    try await withCluster(Self.onFile()) { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      _ = try await cluster.startSecond(.router)
      let follower = try await cluster.follower()
      let epoch = try await peer.send(EventHeads()).epoch
      let standup = try await peer.createStandup("Meeting", durationMs: 10_000, attendees: 4)
      let session = try await peer.startMeeting(standup)
      var made = [standup] + (try await create(5, "before", peer))

      await cluster.end(.router, with: SIGKILL)
      let start = ContinuousClock.now
      made += try await create(1, "first", peer)
      note("router killed: the next command is answered after", since: start)
      made += try await create(5, "after", peer)

      try await expectEnd(of: session, follower, peer, "a meeting whose router is killed")
      try await expectAll(made, peer)
      #expect(try await peer.send(EventHeads()).epoch == epoch)
      try await expectContiguous(follower, peer)
    }
  }

  /// A suspended router is replaced, and does nothing after it resumes.
  @Test func theActiveRouterIsSuspended() async throws {
    try await withCluster(Self.onFile()) { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      _ = try await cluster.startSecond(.router)
      let follower = try await cluster.follower()
      let standup = try await peer.createStandup("Meeting", durationMs: 12_000, attendees: 4)
      let session = try await peer.startMeeting(standup)
      var made = [standup] + (try await create(5, "before", peer))
      let first = try #require(await cluster.child(.router))

      await cluster.leaveEnded(.router)
      first.signal(SIGSTOP)
      let start = ContinuousClock.now
      made += try await create(1, "first", peer)
      note("router suspended: the next command is answered after", since: start)
      made += try await create(5, "during", peer)
      first.signal(SIGCONT)
      #expect(await first.ended() == .exit(75))
      made += try await create(5, "after", peer)

      try await expectEnd(of: session, follower, peer, "a meeting whose router is suspended")
      try await expectAll(made, peer)
      try await expectContiguous(follower, peer)
    }
  }

  /// A router suspended without a standby continues as if nothing had happened.
  @Test func aRouterWithoutASecondGoesOn() async throws {
    var options = Self.onFile()
    options.programs = [.router, .persistence, .standups]
    try await withCluster(options) { cluster in
      let peer = try await cluster.peer()
      var made = try await create(3, "before", peer)
      await cluster.signal(SIGSTOP, [.router])
      // Sleeps because the router has to be suspended for longer than the lease.
      try await Task.sleep(for: .milliseconds(3200))
      await cluster.signal(SIGCONT, [.router])
      made += try await create(3, "after", peer)
      try await expectAll(made, peer)
      #expect(await cluster.endings.isEmpty)
    }
  }

  // MARK: On PostgreSQL servers

  /// Statements that record the writer epochs of all writes, in order.
  private static let audit = [
    "CREATE TABLE public.written (place serial, term int8, router int8, head int8)",
    """
    CREATE FUNCTION public.note_written() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO public.written (term, router, head) VALUES (NEW.term, NEW.router, NEW.head);
      RETURN NEW; END $$
    """,
    """
    CREATE TRIGGER written AFTER UPDATE OF head ON standups.journal
      FOR EACH ROW EXECUTE FUNCTION public.note_written()
    """,
  ]

  /// Number of rows written with an epoch after a later epoch had begun.
  private static let stale = """
    SELECT count(*) FROM public.written AS one JOIN public.written AS other ON other.place < one.place
      AND (other.term > one.term OR other.router > one.router)
    """

  private func onServer(_ address: String) -> Cluster.Options {
    var options = Cluster.Options()
    options.lease = { _ in address }
    options.environment["STANDUPS_DATABASE"] = address
    return options
  }

  /// Waits until router, persistence and standups each have a standby.
  private func allStandBy(_ peer: Peer) async throws -> GetHealth.Reply {
    var report: GetHealth.Reply?
    try await eventually("All stand by, and all is well.", within: .seconds(30)) {
      let health = try await peer.send(GetHealth())
      report = health
      return health.status == .ok && health.standbys?.count == 1
        && ["persistence", "standups"].allSatisfy { name in
          health.services.first { $0.name == name }?.standbys?.count == 1
        }
    }
    return try #require(report)
  }

  /// Health names the active instances and the standbys with their start, and reports a router
  /// without a standby.
  @Test(.needs(.postgreSQL))
  func healthNamesWhoStandsBy() async throws {
    let server = try await blocking { try PostgreSQLServer() }
    defer { server.stop() }
    try server.psql("postgres", "CREATE DATABASE standups TEMPLATE template0")
    try await withCluster(onServer(server.address("standups"))) { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      try await eventually("Nobody stands by.", within: .seconds(30)) {
        try await peer.send(GetHealth()).problems.contains { $0.contains("no standby router") }
      }
      let run = try await cluster.run(Program.commandLine, ["health"])
      #expect(run.ending == .exit(69) && run.output.contains("standbys: none"), "\(run.output)")

      let router = try await cluster.startSecond(.router)
      for program in [Program.persistence, .standups] {
        _ = try await cluster.startSecond(program)
      }
      let before = try await allStandBy(peer)
      let waiting = try #require(before.standbys?.first)
      let store = try #require(
        before.services.first { $0.name == "persistence" }?.standbys?.first)
      #expect(waiting.since > before.since && waiting.since < Date())
      let listed = try await cluster.run(Program.commandLine, ["health"])
      #expect(listed.ending == .exit(0), "\(listed.output)")
      for name in [waiting.instance, store.instance] {
        #expect(listed.output.contains("\(name.prefix(8)) for "), "\(listed.output)")
      }

      // The former standby is active now, with a later epoch.
      await cluster.leaveEnded(.router)
      await cluster.signal(SIGKILL, [.router])
      try await eventually("The other one is active.", within: .seconds(30)) {
        try await peer.send(GetHealth()).instance == waiting.instance
      }
      let after = try await peer.send(GetHealth())
      #expect(try #require(after.term) > #require(before.term))
      #expect(after.standbys == nil)
      #expect(router.ending == nil)

      await cluster.leaveEnded(.persistence)
      await cluster.signal(SIGKILL, [.persistence])
      try await eventually("The other persistence is active.", within: .seconds(30)) {
        let health = try await peer.send(GetHealth())
        return health.services.contains {
          $0.name == "persistence" && $0.active == store.instance && $0.standbys == nil
        }
      }
    }
  }

  /// Router and persistence are suspended, one after the other and both at once: nothing is written with an old epoch.
  @Test(.needs(.postgreSQL))
  func routerAndPersistenceAreSuspended() async throws {
    let server = try await blocking { try PostgreSQLServer() }
    defer { server.stop() }
    try server.psql("postgres", "CREATE DATABASE standups TEMPLATE template0")
    try await withCluster(onServer(server.address("standups"))) { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      for statement in Self.audit { try server.psql("standups", statement) }
      _ = try await cluster.startSecond(.router)
      _ = try await cluster.startSecond(.persistence)
      var made = try await create(5, "before", peer)
      for program in [Program.persistence, .router] {
        let first = try #require(await cluster.child(program))
        await cluster.leaveEnded(program)
        // During the writes.
        async let busy = create(20, "\(program)", peer)
        first.signal(SIGSTOP)
        let start = ContinuousClock.now
        made += try await create(1, "first \(program)", peer)
        note("\(program) suspended: the next command is answered after", since: start)
        made += try await busy
        // Long enough that everything it had leased has expired when it resumes.
        while start.duration(to: .now) < .seconds(10) {
          made += try await create(1, "meanwhile \(program)", peer)
        }
        first.signal(SIGCONT)
        #expect(await first.ended() == .exit(75))
        made += try await create(3, "after \(program)", peer)
      }
      try await expectAll(made, peer)
      #expect(try server.psql("standups", Self.stale) == "0")
      let terms = try server.psql(
        "standups", "SELECT count(DISTINCT term), count(DISTINCT router) FROM public.written")
      #expect(terms == "2|2")
    }
  }

  /// While the database's standby is unavailable, nothing is acknowledged, so that its promotion
  /// loses nothing.
  @Test(.needs(.postgreSQL))
  func nothingIsAcknowledgedThatAPromotionWouldLose() async throws {
    let primary = try await blocking { try PostgreSQLServer() }
    defer { primary.stop() }
    try primary.psql("postgres", "CREATE DATABASE standups TEMPLATE template0")
    let standby = try await blocking { try PostgreSQLServer(standbyOf: primary) }
    defer { standby.stop() }
    try await blocking { try primary.waitForStandby() }
    var options = Self.onFile()
    options.programs = [.router, .persistence, .standups]
    options.environment["STANDUPS_DATABASE"] =
      "postgres://standups@/standups?host=\(primary.folder),\(standby.folder)"
    try await withCluster(options) { cluster in
      let peer = try await cluster.peer()
      var made = try await create(5, "before", peer)
      try await blocking { standby.crash() }
      let refusal = try await peer.refusal(
        CreateStandup(
          title: "unacknowledged", durationMs: 60_000, attendees: [AttendeeDraft(name: "A")]),
        options: CallOptions(timeoutMs: 2000))
      #expect(refusal != nil)
      // The write is in the primary's log, but never reached the standby.
      try await blocking {
        primary.crash()
        try standby.start()
        try standby.promote()
      }
      made += try await create(5, "after", peer)
      let listed = try await peer.everyStandup().filter { $0.title != "unacknowledged" }
      #expect(Set(listed.map(\.id)) == Set(made.map(\.id)) && listed.count == made.count)
    }
  }

  /// The machine with the primary, the active router, standups and persistence fails. A synchronous standby on the
  /// other machine is promoted, as Patroni would do it: nothing acknowledged is lost.
  @Test(.needs(.postgreSQL))
  func aMachineIsGone() async throws {
    let primary = try await blocking { try PostgreSQLServer() }
    defer { primary.stop() }
    try primary.psql("postgres", "CREATE DATABASE standups TEMPLATE template0")
    let standby = try await blocking { try PostgreSQLServer(standbyOf: primary) }
    defer { standby.stop() }
    try await blocking { try primary.waitForStandby() }
    let address =
      "postgres://standups@/standups?host=\(primary.folder),\(standby.folder)"
      + "&target_session_attrs=read-write"
    try await withCluster(onServer(address)) { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      for program in [Program.router, .persistence, .standups] {
        _ = try await cluster.startSecond(program)
      }
      _ = try await allStandBy(peer)
      let epoch = try await peer.send(EventHeads()).epoch
      var made = try await create(5, "before", peer)
      async let busy = create(20, "meanwhile", peer)

      for program in [Program.router, .persistence, .standups] {
        await cluster.leaveEnded(program)
      }
      await cluster.signal(SIGKILL, [.router, .persistence, .standups])
      try await blocking { primary.crash() }
      let start = ContinuousClock.now
      try await blocking { try standby.promote() }
      made += try await create(1, "first", peer)
      note("machine gone, standby promoted at once: answered after", since: start)
      made += try await busy
      try await expectAll(made, peer)
      #expect(try await peer.send(EventHeads()).epoch == epoch)
      #expect(try standby.psql("postgres", "SELECT pg_is_in_recovery()") == "f")
    }
  }
}
