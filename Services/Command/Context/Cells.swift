import Bus
import Cells

/// Other installations that have some of the standups: each is connected to when it is first needed.
actor Cells {
  /// How often a command is sent on before it is given up: a standup may move while it is looked for.
  static let maxHops = 6

  /// Waits before a command goes back to where it was: whoever is given a slot hears of it within a second, and
  /// until then it sends people back.
  let pause: @Sendable () async throws -> Void
  private let open: @Sendable (_ router: String) async throws -> Connection
  private var connections: [String: Task<Connection, any Error>] = [:]
  /// Where slots are, as far as was told.
  private var places: [Slot: String] = [:]

  /// - Parameters:
  ///   - pause: waits before a command goes back to where it was.
  ///   - open: connects to one, named as by `STANDUPS_ROUTER`, or by its runtime directory.
  init(
    pause: @escaping @Sendable () async throws -> Void = {
      try await Task.sleep(for: .milliseconds(500))
    },
    open: @escaping @Sendable (_ router: String) async throws -> Connection
  ) {
    self.pause = pause
    self.open = open
  }

  /// The connection to one.
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

  /// Where a slot is; nil for where the command line is connected to, as far as is known.
  func connection(for slot: Slot?) async throws -> Connection? {
    guard let router = slot.flatMap({ places[$0] }) else { return nil }
    return try await connection(to: router)
  }

  /// Remembers where some slots are.
  func note(_ slots: SlotSet, at router: String) {
    for slot in slots { places[slot] = router }
  }

  func close() async {
    for task in connections.values { await (try? task.value)?.close() }
    connections = [:]
  }
}
