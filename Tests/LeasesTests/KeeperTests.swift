import Foundation
import TestSupport
import Testing
import Threads

@testable import Leases

/// Two instances that want the same lease, with real stores.
@Suite(.serialized) struct KeeperTests {
  /// A place for a test's leases, and its cleanup.
  struct Place {
    var place: LeasePlace
    var remove: () -> Void = {}

    static func file() throws -> Place {
      let folder = NSTemporaryDirectory() + "leases-\(UUID().uuidString.prefix(8))"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false)
      return Place(place: try #require(LeasePlace("\(folder)/leases.db"))) {
        try? FileManager.default.removeItem(atPath: folder)
      }
    }

    static func server(_ server: PostgreSQLServer) throws -> Place {
      let name = "leases_\(UUID().uuidString.prefix(8).lowercased())"
      try server.psql("postgres", "CREATE DATABASE \(name) TEMPLATE template0")
      return Place(place: try #require(LeasePlace(server.address(name))))
    }

    static func make(_ isServer: Bool) throws -> Place {
      isServer ? try server(PostgreSQLServer.shared()) : try file()
    }
  }

  private func keeper(
    _ place: Place, _ holder: String, ttlMs: Int64 = 3000,
    onLost: @escaping @Sendable (String) -> Void = { Issue.record("It was lost: \($0)") }
  ) -> LeaseKeeper {
    LeaseKeeper(
      LeaseClaim(holder: holder, ttlMs: ttlMs), store: place.place.store(), onLost: onLost)
  }

  @Test(arguments: [false, true]) func theSecondWaitsForTheFirst(_ isServer: Bool) async throws {
    let place = try Place.make(isServer)
    defer { place.remove() }
    let (one, two) = (keeper(place, "one"), keeper(place, "two"))
    let first = try await one.acquire()
    #expect(one.isValid && one.term == first)
    one.standStill()
    async let second = two.acquire()
    await one.release()
    #expect(!one.isValid)
    let next = try await second
    #expect(next > first && two.isValid)
    await two.release()
  }

  /// The holder sees the waiting instances, the first one first, and the time since which it has had no standby.
  @Test(arguments: [false, true]) func whoWaitsIsSeen(_ isServer: Bool) async throws {
    let place = try Place.make(isServer)
    defer { place.remove() }
    let one = keeper(place, "one")
    _ = try await one.acquire()
    func sees(_ names: [String]) async throws {
      try await waitUntil("The holder sees \(names).") {
        one.waiters.waiters.map(\.holder) == names
          && (one.waiters.aloneMs == nil) != names.isEmpty
      }
    }
    try await sees([])
    let two = keeper(place, "two")
    let second = Task { try await two.acquire() }
    try await sees(["two"])
    let three = keeper(place, "three")
    let third = Task { try await three.acquire() }
    try await sees(["two", "three"])
    let waited = one.waiters.waiters.map(\.waitedMs)
    #expect(waited[0] >= waited[1] && waited[1] >= 0)
    await two.release()
    await #expect(throws: CancellationError.self) { try await second.value }
    try await sees(["three"])
    // The new holder no longer waits.
    await one.release()
    _ = try await third.value
    try await waitUntil("No holder waits any more.") { three.waiters.aloneMs != nil }
    #expect(three.waiters.waiters == [])
    await three.release()
  }

  @Test(arguments: [false, true]) func oneWhoWaitsCanBeTold(_ isServer: Bool) async throws {
    let place = try Place.make(isServer)
    defer { place.remove() }
    let (one, two) = (keeper(place, "one"), keeper(place, "two"))
    _ = try await one.acquire()
    let waiting = Task { try await two.acquire() }
    await two.release()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    await one.release()
  }

  /// A holder that does nothing, as if suspended: its lease expires, and it cannot get it back.
  @Test(arguments: [false, true]) func aHolderThatSleepsLosesIt(_ isServer: Bool) async throws {
    let place = try Place.make(isServer)
    defer { place.remove() }
    let claim = LeaseClaim(holder: "one", ttlMs: 400)
    let store = place.place.store()
    guard case .held(let term) = try store.attempt(claim, term: nil) else {
      throw Unexpected("It was refused.")
    }
    let two = keeper(place, "two", ttlMs: 400)
    let next = try await two.acquire()
    #expect(next > term)
    #expect(try store.attempt(claim, term: term) == .refused(by: "two", term: next))
    #expect(try store.attempt(claim, term: nil) == .refused(by: "two", term: next))
    // A lease that it does not hold cannot be released.
    try store.release(claim, term: term)
    #expect(try store.attempt(claim, term: nil) == .refused(by: "two", term: next))
    store.close()
    await two.release()
  }

  /// The connection or the lock ends with the process: the next one does not wait for the lease to
  /// expire.
  @Test(arguments: [false, true]) func aHolderThatIsGoneIsNotWaitedFor(
    _ isServer: Bool
  ) async throws {
    let place = try Place.make(isServer)
    defer { place.remove() }
    // So long that it would not expire during the test.
    let claim = LeaseClaim(holder: "one", ttlMs: 3_600_000)
    let store = place.place.store()
    guard case .held = try store.attempt(claim, term: nil) else {
      throw Unexpected("It was refused.")
    }
    let two = place.place.store()
    let other = LeaseClaim(holder: "two", ttlMs: 3_600_000)
    guard case .refused(by: "one", _) = try two.attempt(other, term: nil) else {
      throw Unexpected("It was not refused.")
    }
    store.close()
    while case .refused = try two.attempt(other, term: nil) { await Task.yield() }
    two.close()
  }

  /// Others may notice its lost connection before it acts: it pauses, and then has lost the lease.
  @Test func aHolderWhoseConnectionIsEndedStandsStill() async throws {
    let server = try PostgreSQLServer.shared()
    let place = try Place.server(server)
    let lost = Locked<[String]>([])
    let (ended, end) = AsyncStream<Void>.makeStream()
    let one = keeper(place, "one") { reason in
      lost.withLock { $0.append(reason) }
      end.yield()
    }
    let two = keeper(place, "two")
    let first = try await one.acquire()
    async let second = two.acquire()
    // Both are connected, and the second has seen the first.
    var connected = 0
    while connected < 2 {
      connected =
        Int(
          try server.psql(
            database(place),
            "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%leases%' AND"
              + " backend_type = 'client backend' AND pid <> pg_backend_pid()")) ?? 0
    }
    try server.psql(
      database(place), "SELECT pg_terminate_backend(backend) FROM standups_leases.leases")
    // Whichever was faster: the row names it, and only one considers itself the holder.
    let row = try server.psql(database(place), "SELECT holder FROM standups_leases.leases")
    if row == "one" {
      // It was back before the other one checked.
      await one.release()
    } else {
      for await _ in ended { break }
      #expect(!one.isValid && lost.withLock { $0.count } == 1)
    }
    #expect(try await second > first)
    await two.release()
    await one.release()
  }

  private func database(_ place: Place) -> String {
    place.place.description.split(separator: "“").last?.split(separator: "”").first.map(String.init)
      ?? ""
  }

  /// A fast restart of the server does not change the active router.
  @Test func aServerMayBeRestarted() async throws {
    let server = try PostgreSQLServer()
    defer { server.stop() }
    try server.psql("postgres", "CREATE DATABASE leases TEMPLATE template0")
    let place = Place(place: try #require(LeasePlace(server.address("leases"))))
    let one = keeper(place, "one", ttlMs: 60_000)
    let term = try await one.acquire()
    server.crash()
    try server.start()
    one.standStill()
    #expect(one.isValid && one.term == term)
    await one.release()
  }

  /// Nothing is certain while the standby is unavailable, and retries do not exhaust the server's connections.
  @Test func withoutItsStandbyAServerLetsNobodyHaveIt() async throws {
    let server = try PostgreSQLServer()
    defer { server.stop() }
    try server.psql("postgres", "CREATE DATABASE leases TEMPLATE template0")
    let place = Place(place: try #require(LeasePlace(server.address("leases"))))
    let (ended, end) = AsyncStream<Void>.makeStream()
    let (refused, refuse) = AsyncStream<Void>.makeStream()
    let one = keeper(place, "one", ttlMs: 600) { _ in end.yield() }
    let two = LeaseKeeper(
      LeaseClaim(holder: "two", ttlMs: 600), store: place.place.store(),
      onLost: { Issue.record("It was lost: \($0)") }, onTrouble: { _ in refuse.yield() })
    let first = try await one.acquire()
    try server.psql("postgres", "ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    try server.psql("postgres", "SELECT pg_reload_conf()")
    async let second = two.acquire()
    for await _ in ended { break }
    #expect(!one.isValid)
    for await _ in refused { break }
    #expect(two.term == nil)
    let connections = try server.psql(
      "postgres", "SELECT count(*) FROM pg_stat_activity WHERE datname = 'leases'")
    #expect((Int(connections) ?? .max) <= 3)
    try server.psql("postgres", "ALTER SYSTEM RESET synchronous_standby_names")
    try server.psql("postgres", "SELECT pg_reload_conf()")
    #expect(try await second > first)
    await two.release()
    await one.release()
  }

  @Test(arguments: ["", "relative", "/folder/", "http://host", "postgres://host/leases?nonsense=1"])
  func whatIsNoPlaceIsRefused(_ text: String) {
    #expect(LeasePlace(text) == nil)
  }
}
