import Bus
import Dependencies
import Foundation

/// What a command works with; every part can be replaced in a test.
struct CommandContext: Sendable {
  var console: Console
  var input: Input
  var environment: [String: String]
  /// Relative paths start here.
  var directory: String
  var globals = Globals()
  /// The trace that its commands belong to.
  var tracing = Tracing()
  /// What was sent with this context's connections.
  var sent = SentCommands()
  var date: DateGenerator = .live
  var uuid: UUIDGenerator = .live
  var calendar: Calendar = .current
  /// This machine's time zone, which schedules and absences are for unless another one is named.
  var zone: LocalZone
  /// Makes the way to the services when it is first needed.
  var connect: @Sendable (Globals) async throws -> Connection
  /// Takes hold of the terminal for a live view; nil where there is none.
  var openTerminal: @Sendable () throws -> (any Terminal)?
  /// What a program asks for that ends by itself only when it is told to.
  var interruptions: @Sendable () -> AsyncStream<Interruption>
  /// Waits between two things.
  var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  /// Opens the audio that the command line asked for.
  var sound: @Sendable (AudioRequest) async throws -> AudioFeed = { try await $0.feed() }

  /// Opens an address in the browser of whoever sits here; whether that was possible.
  var openBrowser: @Sendable (String, [String: String]) -> Bool = { Browser.open($0, $1) }

  /// Runs with a connection, and closes it whatever happens.
  func connected<Value>(
    _ body: (Connection) async throws -> Value
  ) async throws -> Value {
    var connection = try await connect(globals)
    connection.sent = sent
    connection.tracing = tracing
    do {
      let value = try await body(connection)
      await connection.close()
      return value
    } catch {
      await connection.close()
      throw error
    }
  }

  /// Sends one command.
  func send<Command: BusCommand>(_ command: Command) async throws -> Command.Reply {
    try await connected { try await $0.send(command) }
  }

  /// Prints a result: for a program with `--json`, otherwise for a person.
  func show(_ value: some Encodable, _ lines: () throws -> [String]) throws {
    try globals.isJSON ? printJSON(value) : console.print(lines())
  }

  /// Prints a value as one line of JSON with sorted keys.
  func printJSON(_ value: some Encodable) throws {
    let json = try String(decoding: BusJSON.encode(value), as: UTF8.self)
    try console.print(DisplayText.safeJSON(json))
  }

  /// An absolute path.
  func path(_ text: String) -> String {
    if text.hasPrefix("~/"), let home = environment["HOME"] { return home + text.dropFirst() }
    let whole = text.hasPrefix("/") ? text : directory + "/" + text
    return URL(fileURLWithPath: whole).standardizedFileURL.path
  }
}

/// Standard input.
struct Input: Sendable {
  var isTerminal: Bool
  /// One line without its end; nil at the end of the input.
  var line: @Sendable () -> String?
  /// What comes next, so many bytes at most; none at the end.
  var read: @Sendable (Int) throws -> Data

  /// All that comes until the end.
  func all() throws -> Data {
    var data = Data()
    while case let more = try read(1 << 20), !more.isEmpty { data += more }
    return data
  }
}

/// Why a program that runs until it is told should stop.
enum Interruption: String, Hashable, Sendable {
  case interrupt, terminate, hangUp
}
