public import FastJSON
public import Foundation

/// The commands that a service answers, each with its handler.
///
/// ```swift
/// var commands = CommandTable()
/// commands.on(EndBreak.self, access: .owner) { command, call in
///   guard let pause = pauses[command.id] else {
///     throw BusError(.notFound, "There is no break “\(command.id)”.")
///   }
///   try await pause.end(causedBy: call.header)
///   return Done()
/// }
/// ```
public struct CommandTable: Sendable {
  /// Who may send a command.
  public enum Access: String, Codable, Hashable, Sendable {
    /// Services and tools.
    case anyone
    /// Only the parent, from a binding.
    case parent
    /// The parent; and tools about work of their own, whose id, `tool/name`, is the header's key.
    case owner
  }

  /// Takes what a command is answered with: the JSON of its reply.
  public typealias Answer = @Sendable (Result<RawJSON, any Error>) -> Void

  private enum Handler: Sendable {
    case waits(@Sendable (Data, Call) async throws -> Data)
    case callsBack(@Sendable (Data, Call, @escaping Answer) throws -> Void)
  }

  private struct Entry: Sendable {
    var access: Access
    var isKeyed: Bool
    var isDeferrable: Bool
    var isForObservers: Bool
    var handler: Handler
  }

  private var entries: [String: Entry] = [:]

  /// A table without commands: `run` refuses each target as `unroutable`.
  public init() {}

  /// Registers the handler of a command. The later of two for one target wins.
  ///
  /// - Parameters:
  ///   - type: the command.
  ///   - access: who may send it.
  ///   - handle: answers it. A `BusError` it throws is the answer; any other error becomes `internal`.
  public mutating func on<Command: BusCommand>(
    _ type: Command.Type, access: Access = .anyone,
    _ handle: @escaping @Sendable (Command, Call) async throws -> Command.Reply
  ) {
    add(
      type, access,
      .waits { try BusJSON.encode(try await handle(try BusJSON.decode(from: $0), $1)) })
  }

  /// Registers a command that is begun at once, on the thread on which it came, and answered by calling back:
  /// no task is made for it.
  ///
  /// - Parameters:
  ///   - type: the command.
  ///   - access: who may send it.
  ///   - begin: begins it, and has it answered once, from whatever thread.
  public mutating func begin<Command: BusCommand>(
    _ type: Command.Type, access: Access = .anyone,
    _ begin: @escaping @Sendable (Command, Call, @escaping Answer) throws -> Void
  ) {
    add(type, access, .callsBack { try begin(try BusJSON.decode(from: $0), $1, $2) })
  }

  private mutating func add<Command: BusCommand>(
    _ type: Command.Type, _ access: Access, _ handler: Handler
  ) {
    entries[Command.target] = Entry(
      access: access, isKeyed: Command.self is any KeyedCommand.Type,
      isDeferrable: Command.isDeferrable, isForObservers: Command.isForObservers, handler: handler)
  }

  /// The targets that are answered, in order, and who may send each.
  public var declarations: [CommandDeclaration] {
    entries.map {
      CommandDeclaration(
        target: $0.key, access: $0.value.access, isKeyed: $0.value.isKeyed ? true : nil,
        isDeferrable: $0.value.isDeferrable ? true : nil,
        isForObservers: $0.value.isForObservers ? true : nil)
    }
    .sorted { $0.target < $1.target }
  }

  /// Whether a target is one whose sender may be told to come again.
  public func isDeferrable(_ target: String) -> Bool { entries[target]?.isDeferrable ?? false }

  /// Runs a command.
  ///
  /// - Parameter body: its JSON.
  /// - Returns: the reply's JSON.
  /// - Throws: `BusError`, always.
  public func run(_ target: String, body: Data, call: Call) async throws(BusError) -> Data {
    let result = await withCheckedContinuation { continuation in
      begin(target, body: body, call: call) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  /// Begins a command: here and now, as far as it goes without waiting.
  ///
  /// - Parameters:
  ///   - body: its JSON.
  ///   - isolation: the actor on which it begins; the caller's unless told.
  ///   - answer: takes the reply's JSON, or the error; called once, from whatever thread.
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
      // A handler that need not wait has answered before this returns.
      Task.immediate {
        // It begins where the caller is, on whose actor nobody has to hop.
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

/// A command that a service declares when it says hello.
public struct CommandDeclaration: Codable, Hashable, Sendable {
  /// The name on the wire, such as `timer.start`: 1 to 128 letters, digits, `.`, `-` and `_`.
  public var target: String
  /// Who may send it. The router refuses it from anybody else as `denied`.
  public var access: CommandTable.Access
  /// Whether it is about one piece of work, so that several instances need the header's key to know
  /// whose it is; nil if any of them may answer.
  public var isKeyed: Bool?
  /// Whether it begins something new, and is refused first where much is to be done; nil if not.
  public var isDeferrable: Bool?
  /// Whether it only tells what those may know who follow the events, so that observers may send it; nil if
  /// not.
  public var isForObservers: Bool?

  /// A command as it stands in a `HELLO`; `isKeyed` may be left out where any instance can answer it,
  /// `isDeferrable` where it is not to wait, `isForObservers` where it is not for them.
  public init(
    target: String, access: CommandTable.Access, isKeyed: Bool? = nil, isDeferrable: Bool? = nil,
    isForObservers: Bool? = nil
  ) {
    self.isKeyed = isKeyed
    self.isDeferrable = isDeferrable
    self.isForObservers = isForObservers
    self.target = target
    self.access = access
  }
}
