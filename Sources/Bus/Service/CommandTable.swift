public import Foundation

/// The commands that a service answers, each with its handler.
public struct CommandTable: Sendable {
  /// Who may send a command.
  public enum Access: String, Codable, Hashable, Sendable {
    /// Services and tools.
    case anyone
    /// Only the parent, from a binding.
    case parent
  }

  private struct Entry: Sendable {
    var access: Access
    var run: @Sendable (Data, Call) async throws -> Data
  }

  private var entries: [String: Entry] = [:]

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
    entries[Command.target] = Entry(access: access) { body, call in
      let command = try BusJSON.decode(Command.self, from: body)
      return try BusJSON.encode(try await handle(command, call))
    }
  }

  /// The targets that are answered, in order, and who may send each.
  public var declarations: [CommandDeclaration] {
    entries.map { CommandDeclaration(target: $0.key, access: $0.value.access) }
      .sorted { $0.target < $1.target }
  }

  /// Runs a command.
  ///
  /// - Parameter body: its JSON.
  /// - Returns: the reply's JSON.
  /// - Throws: `BusError`, always.
  public func run(_ target: String, body: Data, call: Call) async throws(BusError) -> Data {
    guard let entry = entries[target] else {
      throw BusError(.unroutable, "There is no command “\(target)” here.")
    }
    do {
      return try await entry.run(body, call)
    } catch let error as BusError {
      throw error
    } catch is CancellationError {
      throw BusError(.unavailable, "The service stopped before “\(target)” was done; try again.")
    } catch {
      throw BusError(.internal, "“\(target)” failed: \(error).")
    }
  }
}

/// A command that a service declares when it says hello.
public struct CommandDeclaration: Codable, Hashable, Sendable {
  public var target: String
  public var access: CommandTable.Access

  public init(target: String, access: CommandTable.Access) {
    self.target = target
    self.access = access
  }
}
