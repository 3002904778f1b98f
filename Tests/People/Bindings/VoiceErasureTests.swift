import Bus
import Documents
import FastJSON
import Foundation
import PeopleAPI
import PersistenceAPI
import PostgreSQL
import StandupsDependencies
import TestSupport
import Testing
import Threads
import ZeroMQ

@testable import Composition
@testable import PeopleService
@testable import PersistenceService
@testable import RouterService

/// Proves that the print of a person’s voice is gone, with the real people service, the router’s bindings
/// and persistence on real stores: the tests look for its bytes in every file of a SQLite database, and
/// in every row of a PostgreSQL database.
@Suite struct VoiceErasureTests {
  /// A way in which a print is erased.
  enum Way: CaseIterable, Sendable {
    case withdrawn, removed
    /// For 90 days.
    case unused
  }

  /// A print without characters that JSON may escape; each number gives another one.
  private static func print(_ number: UInt8) -> String {
    var bytes: [UInt8] = []
    for index in 0..<545 { bytes.append(UInt8(truncatingIfNeeded: index &* 131) ^ (number &* 37)) }
    return Data(bytes).base64EncodedString().replacing("/", with: "A").replacing("+", with: "B")
  }

  /// The print in pieces, each of which would be too much: a page of a database may end anywhere.
  private static func pieces(_ print: String) -> [Data] {
    let text = Array(print.utf8)
    return stride(from: 0, through: text.count - 48, by: 24).map { Data(text[$0..<$0 + 48]) }
  }

  /// The numbers of the prints of which a piece is in a file whose name begins with this.
  private static func found(
    _ prints: [String], in directory: Directory, named prefix: String = ""
  ) throws -> [Int] {
    let files = try directory.files(named: prefix)
    return prints.indices.filter { index in
      pieces(prints[index]).contains { piece in files.contains { $0.range(of: piece) != nil } }
    }
  }

  /// A service whose clock a test moves.
  private struct Running {
    let service: PeopleService
    let loop: SocketLoop
    let date: Locked<Date>
    let sleeper: TestClock

    init(on store: any Store, at start: Date = Self.start) async throws {
      let date = Locked(start)
      self.date = date
      sleeper = TestClock()
      loop = try SocketLoop(name: "people-test")
      service = PeopleService(
        on: loop, delegate: Self.delegate(store),
        reducer: PeopleReducer(date: DateGenerator { date.withLock { $0 } }), sleeper: sleeper)
      try await service.start()
    }

    static let start = Date(timeIntervalSince1970: 1_800_000_000)

    /// The router’s bindings, whose commands persistence answers.
    private static func delegate(_ store: any Store) -> ScriptedDelegate {
      let caller = StoreCaller(service: PersistenceService(store: store, log: .discarded))
      let integration = Integration.standups()
      return ScriptedDelegate { try await reply(to: $0, integration, caller) }
    }

    private static func reply<Message: DelegateMessage>(
      to message: Message, _ integration: Integration, _ caller: StoreCaller
    ) async throws -> any Sendable {
      try await integration.tell(message, caller, from: "people", cause: Header())
    }

    func send<Command: BusCommand>(
      _ command: Command, by person: String? = nil
    ) async throws -> Command.Reply {
      let header = Header(
        idem: UUID().uuidString,
        by: person.flatMap { UUID(text: $0) }.map { PersonActor.id(of: $0) })
      let reply = try await service.definition.commands.run(
        Command.target, body: BusJSON.encode(command), call: Call(header: header))
      return try BusJSON.decode(Command.Reply.self, from: reply)
    }

    /// Adds a person who agrees, and keeps these prints for them, one after the other.
    func learn(_ prints: [String]) async throws -> String {
      let person = try await send(AddPerson(name: "Ann")).id
      _ = try await send(AgreeToVoice(), by: person)
      let voice = try #require(try await send(GetVoices(people: [person])).voices.first)
      for print in prints {
        _ = try await send(
          KeepVoices(voices: [
            LearnedVoice(person: person, consent: voice.consent, print: print, learnedMs: 60_000)
          ]))
      }
      #expect(
        try await send(GetVoices(people: [person])).voices
          == [PersonVoice(person: person, consent: voice.consent, print: prints.last)])
      return person
    }

    func stop() async {
      await service.drain()
      await loop.stop()
    }
  }

  private static func erase(_ person: String, _ way: Way, _ people: Running) async throws {
    switch way {
    case .withdrawn: _ = try await people.send(WithdrawVoice(), by: person)
    case .removed: _ = try await people.send(RemovePerson(id: person))
    case .unused: people.date.withLock { $0 += 31 * 86_400 }
    }
  }

  /// Waits until the document of a person is gone. The alarm of the service looks at the clock once an
  /// hour.
  private static func gone(_ person: String, _ people: Running, _ store: any Store) async throws {
    try await waitUntil("the voice is erased") {
      people.sleeper.advance(by: .seconds(3600))
      return try await store.voice(of: person) == nil
    }
  }

  private static let prints = (1...4).map { print($0) }

  /// Earlier prints of the person are gone, too; that of another person stays.
  @Test(arguments: Way.allCases) func noFileHasAPieceOfThePrint(_ way: Way) async throws {
    let directory = try Directory()
    try await withDatabase(directory.file("standups.db")) { store in
      let people = try await Running(on: store)
      let person = try await people.learn(Array(Self.prints.prefix(3)))
      people.date.withLock { $0 += 60 * 86_400 }
      _ = try await people.learn([Self.prints[3]])
      #expect(try Self.found(Self.prints, in: directory).suffix(2) == [2, 3])
      try await Self.erase(person, way, people)
      try await Self.gone(person, people, store)
      await store.erased()
      #expect(await !store.isErasing)
      #expect(try Self.found(Self.prints, in: directory) == [3])
      await people.stop()
    }
  }

  /// Old row versions may be in free space of the tables until it is reused, as docs/security.md says;
  /// no row has the print.
  @Test(.needs(.postgreSQL), arguments: Way.allCases)
  func noRowHasThePrint(_ way: Way) async throws {
    try await withPostgreSQL { store in
      let people = try await Running(on: store)
      let person = try await people.learn(Array(Self.prints.prefix(3)))
      // Neither events nor saved replies have ever had it.
      for table in ["events", "replies"] {
        #expect(try await store.rows(of: table, with: Self.prints[2]) == 0)
      }
      #expect(try await store.rows(of: "documents", with: Self.prints[2]) == 1)
      people.date.withLock { $0 += 60 * 86_400 }
      try await Self.erase(person, way, people)
      try await Self.gone(person, people, store)
      for table in ["documents", "events", "replies"] {
        for print in [Self.prints[0], Self.prints[1], Self.prints[2]] {
          #expect(try await store.rows(of: table, with: print) == 0, "\(table)")
        }
      }
      await people.stop()
    }
  }

  /// The backup was written before the withdrawal.
  @Test func aRestoredPrintIsErasedWhenTheServiceLoadsIt() async throws {
    let directory = try Directory()
    let (path, backup) = (directory.file("standups.db"), directory.file("backup.db"))
    let prints = Array(Self.prints.prefix(1))
    var person = ""
    try await withDatabase(path) { store in
      let people = try await Running(on: store)
      person = try await people.learn(prints)
      try await store.backup(to: backup, overwriting: false) { _ in }
      _ = try await people.send(WithdrawVoice(), by: person)
      await people.stop()
      await store.erased()
    }
    #expect(try Self.found(prints, in: directory, named: "standups.db").isEmpty)
    _ = try StoreRestore(source: backup, path: path, now: Running.start).run()
    #expect(try Self.found(prints, in: directory, named: "standups.db") == [0])
    try await withDatabase(path) { store in
      let people = try await Running(on: store)
      try await Self.gone(person, people, store)
      #expect(try await people.send(GetVoices(people: [person])).voices.isEmpty)
      #expect(try await people.send(GetOwnVoice(), by: person) == OwnVoice())
      await store.erased()
      #expect(try Self.found(prints, in: directory, named: "standups.db").isEmpty)
      await people.stop()
    }
    // An operator deletes backups; the print in it is sealed with a key that no database has.
    #expect(try Self.found(prints, in: directory, named: "backup.db") == [0])
  }

  /// Opening a database again does not count as restoring it.
  @Test func aPrintIsKeptAcrossARestart() async throws {
    let directory = try Directory()
    let path = directory.file("standups.db")
    var person = ""
    for isFirst in [true, false] {
      try await withDatabase(path) { store in
        let people = try await Running(on: store)
        if isFirst {
          person = try await people.learn([Self.prints[0]])
        } else {
          try await waitUntil("the epoch of the journal is known") {
            await people.service.shell.state.voices.isChecked
          }
          let voices = try await people.send(GetVoices(people: [person])).voices
          #expect(voices.map(\.print) == [Self.prints[0]])
        }
        await people.stop()
      }
    }
  }
}

/// Sends the commands of bindings to persistence.
private struct StoreCaller: CommandCaller {
  let service: PersistenceService

  func send<Command: BusCommand>(
    _ command: Command, attachments: [Frame], options: CallOptions
  ) async throws -> Command.Reply {
    let reply = try await service.definition.commands.run(
      Command.target, body: BusJSON.encode(command),
      call: Call(header: Header(idem: options.idempotencyKey)))
    return try BusJSON.decode(Command.Reply.self, from: reply)
  }
}

/// A directory of a test, which is removed with its files.
private final class Directory: Sendable {
  let path: String

  init() throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("voice-tests-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    path = directory.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Contents of the files whose names begin with a prefix.
  func files(named prefix: String) throws -> [Data] {
    try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasPrefix(prefix) }
      .map { try Data(contentsOf: URL(fileURLWithPath: file($0))) }
  }
}

/// Opens a SQLite database, and closes it afterwards.
private func withDatabase(
  _ path: String, _ body: (SQLiteStore) async throws -> Void
) async throws {
  let store = try await SQLiteStore.open(SQLiteConfiguration(path: path))
  do {
    try await body(store)
  } catch {
    await store.close()
    throw error
  }
  await store.close()
}

/// Opens a new database on the PostgreSQL server of the tests, and removes it afterwards.
private func withPostgreSQL(_ body: (PostgreSQLStore) async throws -> Void) async throws {
  let server = try PostgreSQLServer.shared()
  let name = "voices_" + UUID().uuidString.prefix(8).lowercased()
  func administer(_ statement: String) async throws {
    let address = try #require(PostgreSQLAddress(server.address("postgres")))
    try await blocking {
      let connection = try PostgreSQLConnection.connect(to: address)
      defer { connection.close() }
      _ = try connection.run(statement, operation: "administer")
    }
  }
  try await administer("CREATE DATABASE \(name) TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'")
  let store = try await PostgreSQLStore.open(
    PostgreSQLConfiguration(try #require(PostgreSQLAddress(server.address(name)))))
  do {
    try await body(store)
  } catch {
    await store.close()
    try await administer("DROP DATABASE \(name) WITH (FORCE)")
    throw error
  }
  await store.close()
  try await administer("DROP DATABASE \(name) WITH (FORCE)")
}

extension Store {
  /// The stored consent of a person; nil for none.
  fileprivate func voice(of person: String) async throws -> Document? {
    try await load(DocumentQuery(collection: SavedVoice.collection, id: person)).documents.first
  }
}

extension PostgreSQLStore {
  /// Number of rows of a table that contain a text.
  fileprivate func rows(of table: String, with text: String) async throws -> Int {
    let column = ["documents": "body", "events": "data", "replies": "reply"][table] ?? ""
    return try await reader.read { connection, _ in
      let rows = try connection.run(
        "SELECT count(*) FROM \(table) WHERE position($1::bytea IN \(column)) > 0",
        [.bytes(Array(text.utf8))], operation: "inspect")
      return Int(rows.integer(0, 0))
    }
  }
}
