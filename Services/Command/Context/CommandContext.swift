import Bus
import StandupsDependencies
import Foundation

/// The dependencies of a command; tests can replace each of them.
struct CommandContext: Sendable {
  var console: Console
  var input: Input
  var environment: [String: String]
  /// Base directory of relative paths.
  var directory: String
  var globals = Globals()
  /// Trace of the commands that are sent.
  var tracing = Tracing()
  /// The commands that were sent over this context's connections.
  var sent = SentCommands()
  var date: DateGenerator = .live
  var uuid: UUIDGenerator = .live
  var calendar: Calendar = .current
  /// Time zone of the machine, which is the default for schedules and absences.
  var zone: LocalZone
  /// Connects to the services on the first use.
  var connect: @Sendable (Globals) async throws -> Connection
  /// Opens the terminal for a live view; nil if no terminal can show it.
  var openTerminal: @Sendable () throws -> (any Terminal)?
  /// Stream of requests to stop, for commands that otherwise run forever.
  var interruptions: @Sendable () -> AsyncStream<Interruption>
  /// Pauses between two operations.
  var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  /// Opens the requested audio source.
  var sound: @Sendable (AudioRequest) async throws -> AudioFeed = { try await $0.feed() }

  /// Opens an address in the user's browser. Returns false if that is not possible.
  var openBrowser: @Sendable (String, [String: String]) -> Bool = { Browser.open($0, $1) }

  /// Runs a closure with a connection, and closes the connection afterwards, even if the closure
  /// throws.
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

  /// Sends a command over a separate connection.
  func send<Command: BusCommand>(_ command: Command) async throws -> Command.Reply {
    try await connected { try await $0.send(command) }
  }

  /// Prints a result: as JSON with `--json`, otherwise as text.
  func show(_ value: some Encodable, _ lines: () throws -> [String]) throws {
    try globals.isJSON ? printJSON(value) : console.print(lines())
  }

  /// Prints an optional note on standard error.
  func note(_ sentence: String?) {
    if let sentence { console.note(console.errorInk.yellow(sentence)) }
  }

  /// Prints a value as a line of JSON with sorted keys.
  func printJSON(_ value: some Encodable) throws {
    let json = try String(decoding: BusJSON.encode(value), as: UTF8.self)
    try console.print(DisplayText.safeJSON(json))
  }

  /// The current time, in milliseconds since 1970-01-01 UTC.
  var nowMs: Int64 { date.milliseconds }

  /// Absolute path of a file named on the command line.
  func path(_ text: String) -> String {
    if text.hasPrefix("~/"), let home = environment["HOME"] { return home + text.dropFirst() }
    let whole = text.hasPrefix("/") ? text : directory + "/" + text
    return URL(fileURLWithPath: whole).standardizedFileURL.path
  }
}

/// Standard input, which tests replace with a script.
struct Input: Sendable {
  var isTerminal: Bool
  /// Reads a line without its line break; nil at the end of the input.
  var line: @Sendable () -> String?
  /// Reads at most the given number of bytes, and waits only if none is available; returns no bytes at
  /// the end.
  var read: @Sendable (Int) throws -> Data

  /// Reads the rest of the input.
  func all() throws -> Data {
    var data = Data()
    while case let more = try read(1 << 20), !more.isEmpty { data += more }
    return data
  }
}

/// Request to stop a program that otherwise runs forever.
enum Interruption: String, Hashable, Sendable {
  case interrupt, terminate, hangUp
}
