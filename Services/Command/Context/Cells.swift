import Bus
import Cells

/// Connections to other installations that share the standups. Each is opened on first use.
actor Cells {
  /// Maximum number of redirects of a command. A standup may move while the command looks for it.
  static let maxHops = 6

  /// Pauses before a command returns to a cell that it has already visited. The new owner of a slot
  /// learns of its ownership within a second, and redirects clients until then.
  let pause: @Sendable () async throws -> Void
  private let open: @Sendable (_ router: String) async throws -> Connection
  private var connections: [String: Task<Connection, any Error>] = [:]
  /// The last known owner of each slot.
  private var places: [Slot: String] = [:]

  /// Creates a pool without connections.
  ///
  /// - Parameters:
  ///   - pause: pauses before a command returns to a cell that it has already visited.
  ///   - open: connects to a cell by its router address, as in `STANDUPS_ROUTER`, or by its runtime
  ///     directory.
  init(
    pause: @escaping @Sendable () async throws -> Void = {
      try await Task.sleep(for: .milliseconds(500))
    },
    open: @escaping @Sendable (_ router: String) async throws -> Connection
  ) {
    self.pause = pause
    self.open = open
  }

  /// Returns the connection to a router, which is opened on first use.
  func connection(to router: String) async throws -> Connection {
    if let known = connections[router] { return try await known.value }
    let task = Task { try await open(router) }
    connections[router] = task
    do {
      return try await task.value
    } catch {
      connections[router] = nil
      throw error
    }
  }

  /// The connection to the last known owner of a slot; nil for the default connection.
  func connection(for slot: Slot?) async throws -> Connection? {
    guard let router = slot.flatMap({ places[$0] }) else { return nil }
    return try await connection(to: router)
  }

  /// Records the owner of slots.
  func note(_ slots: SlotSet, at router: String) {
    for slot in slots { places[slot] = router }
  }

  func close() async {
    for task in connections.values { await (try? task.value)?.close() }
    connections = [:]
  }
}
