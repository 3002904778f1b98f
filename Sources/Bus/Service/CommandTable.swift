public import FastJSON
public import Foundation
public import Schema

/// The commands that a service answers, each with its handler.
///
/// ```swift
/// var commands = CommandTable()
/// commands.on(EndBreak.self) { command, call in
///   guard let pause = pauses[command.id] else {
///     throw BusError(.notFound, "Unknown break “\(command.id)”.")
///   }
///   try await pause.end(causedBy: call.header)
///   return Done()
/// }
/// ```
public struct CommandTable: Sendable {
  /// Receives the JSON of a command's reply, or an error.
  public typealias Answer = @Sendable (Result<RawJSON, any Error>) -> Void

  private enum Handler: Sendable {
    case waits(@Sendable (Data, Call) async throws -> Data)
    case callsBack(@Sendable (Data, Call, @escaping Answer) throws -> Void)
  }

  private struct Entry: Sendable {
    var traits: CommandTraits
    var isKeyed: Bool
    var handler: Handler
  }

  private var entries: [String: Entry] = [:]

  /// Creates a table without commands: `run` rejects every target as `unroutable`.
  public init() {}

  /// Registers the handler of a command. A later handler replaces an earlier one of the same
  /// target.
  ///
  /// - Parameters:
  ///   - type: the command.
  ///   - handle: executes the command. A `BusError` that it throws is the reply; any other error
  ///     becomes `internal`.
  public mutating func on<Command: BusCommand>(
    _ type: Command.Type,
    _ handle: @escaping @Sendable (Command, Call) async throws -> Command.Reply
  ) {
    add(
      type,
      .waits { try BusJSON.encode(try await handle(try Self.decoded(from: $0), $1)) })
  }

  /// Registers a command that starts immediately, on the thread on which it arrived, and replies
  /// through a callback. No task is created for it.
  ///
  /// - Parameters:
  ///   - type: the command.
  ///   - begin: starts the command, and calls back once, on any thread.
  public mutating func begin<Command: BusCommand>(
    _ type: Command.Type,
    _ begin: @escaping @Sendable (Command, Call, @escaping Answer) throws -> Void
  ) {
    add(type, .callsBack { try begin(try Self.decoded(from: $0), $1, $2) })
  }

  /// Decodes the body of a command, which is an object. A decoder accepts any value for a command
  /// without members.
  private static func decoded<Command: BusCommand>(from body: Data) throws -> Command {
    let command: Command = try BusJSON.decode(from: body)
    let blanks = Array(" \t\r\n".utf8)
    guard body.first(where: { !blanks.contains($0) }) == UInt8(ascii: "{") else {
      throw BusError(.invalid, "Invalid body; expected a JSON object.")
    }
    return command
  }

  private mutating func add<Command: BusCommand>(
    _ type: Command.Type, _ handler: Handler
  ) {
    entries[Command.target] = Entry(
      traits: Command.traits, isKeyed: Command.self is any KeyedCommand.Type, handler: handler)
  }

  /// The declarations of all commands, sorted by target.
  public var declarations: [CommandDeclaration] {
    entries.map {
      CommandDeclaration(
        target: $0.key, access: $0.value.traits.access,
        teams: $0.value.traits.teams == .all ? nil : $0.value.traits.teams,
        isKeyed: $0.value.isKeyed ? true : nil,
        isDeferrable: $0.value.traits.isDeferrable ? true : nil)
    }
    .sorted { $0.target < $1.target }
  }

  /// Returns true if the command is deferrable: under load, the router may reject it and its sender
  /// must retry later.
  public func isDeferrable(_ target: String) -> Bool {
    entries[target]?.traits.isDeferrable ?? false
  }

  /// Runs a command.
  ///
  /// - Parameters:
  ///   - target: the wire name of the command.
  ///   - body: JSON of the command.
  ///   - call: context of the command.
  /// - Returns: JSON of the reply.
  /// - Throws: only `BusError`.
  public func run(_ target: String, body: Data, call: Call) async throws(BusError) -> Data {
    let result = await withCheckedContinuation { continuation in
      begin(target, body: body, call: call) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  /// Starts a command synchronously, and runs it until it first waits.
  ///
  /// - Parameters:
  ///   - target: the wire name of the command.
  ///   - body: JSON of the command.
  ///   - call: context of the command.
  ///   - isolation: the actor on which the command starts. Default: the caller's.
  ///   - answer: receives JSON of the reply, or the error; called once, on any thread.
  public func begin(
    _ target: String, body: Data, call: Call, isolation: isolated (any Actor)? = #isolation,
    answer: @escaping @Sendable (Result<Data, BusError>) -> Void
  ) {
    @Sendable func failure(_ error: any Error) -> BusError {
      switch error {
      case let error as BusError: error
      case is CancellationError:
        BusError(.unavailable, "The service stopped before “\(target)” finished; try again.")
      default: BusError(.internal, "“\(target)” failed: \(error).")
      }
    }
    switch entries[target]?.handler {
    case nil: answer(.failure(BusError(.unroutable, "Unknown command “\(target)”.")))
    case .waits(let run):
      // A handler that does not wait has replied before this returns.
      Task.immediate {
        // The handler starts on the caller's actor, so no thread switch is needed.
        _ = isolation
        do {
          answer(.success(try await run(body, call)))
        } catch {
          answer(.failure(failure(error)))
        }
      }
    case .callsBack(let begin):
      do {
        try begin(body, call) { answer($0.map { Data($0.bytes) }.mapError(failure)) }
      } catch {
        answer(.failure(failure(error)))
      }
    }
  }
}

/// A command that a service answers, as declared in its registration.
public struct CommandDeclaration: Codable, Hashable, Sendable, Bounded {
  /// Target of the command, such as `timer.start`: 1 to 128 letters, digits, `.`, `-` and `_`.
  public var target: String
  /// Permission that the command requires. The router rejects it as `denied` from any other sender.
  public var access: CommandAccess
  /// The teams in which a person must have the permission. Nil for every team.
  public var teams: CommandTeams?
  /// True if the command is about one piece of work: if there are several instances, the router
  /// needs the id of the work as the `key` in the header to choose one of them. Nil if any instance
  /// may answer.
  public var isKeyed: Bool?
  /// True if the command begins new work or reads a lot, and can wait: under load, the router
  /// rejects such commands first, as `busy`. Nil otherwise.
  public var isDeferrable: Bool?
  public static let bounds: MemberBounds<Self> = [\.target: .matching("^[A-Za-z0-9._-]{1,128}$")]

  /// Creates a declaration as written in a `HELLO`. Each flag is nil if it does not apply to the
  /// command.
  public init(
    target: String, access: CommandAccess, teams: CommandTeams? = nil, isKeyed: Bool? = nil,
    isDeferrable: Bool? = nil
  ) {
    self.teams = teams
    self.isKeyed = isKeyed
    self.isDeferrable = isDeferrable
    self.target = target
    self.access = access
  }
}

extension CommandDeclaration {
  /// Permission and teams of the command.
  public var rule: CommandRule { CommandRule(access, in: teams ?? .all) }
}
