import Bus
import Connecting
import Foundation
import ZeroMQ

extension Cluster {
  nonisolated var keys: String { "\(folder)/keys" }

  /// Path of a secret key, as `standups keys` creates it.
  nonisolated func secret(_ name: String) -> String { "\(keys)/\(name)/\(name).key_secret" }

  /// Environment variables with a program's keys.
  static func keyVariables(_ cluster: Cluster, _ program: Program) -> [String: String] {
    program == .router
      ? ["STANDUPS_KEYS": "\(cluster.keys)/router"]
      : ["STANDUPS_KEY": cluster.secret(program.name)]
  }

  /// Runs `standups keys …` for this cluster's directory.
  func keys(_ arguments: String...) async throws -> Run {
    let run = try await run(
      Program.commandLine, ["keys"] + arguments + ["--directory", keys, "--json"])
    guard run.ending == .exit(0) else { throw HarnessError(run.output) }
    return run
  }

  /// Changes the roles that the router gives to a key, as an operator who edits the file does.
  nonisolated func change(_ roles: String, to others: String, ofKey name: String) throws {
    let file = "\(keys)/router/\(name).key"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    guard text.contains(roles) else { throw HarnessError("\(file) has other roles: \(text)") }
    try text.replacing(roles, with: others).write(
      toFile: file, atomically: true, encoding: .utf8)
  }

  /// A connection with the named key; nil for no key.
  func connect(
    keyOf name: String?, router: String? = nil,
    onNotice: @escaping @Sendable (PeerNotice) -> Void = { _ in }
  ) throws -> BusConnection {
    try connect(key: name.map(secret), router: router, onNotice: onNotice)
  }

  func peer(keyOf name: String?) async throws -> Peer {
    let connection = try connect(keyOf: name)
    try await connection.peer.open()
    return connection.peer
  }
}

/// Runs the services with keys, each with its own.
func withKeys(_ body: (Cluster) async throws -> Void) async throws {
  var options = Cluster.Options(programs: [])
  options.variables = Cluster.keyVariables
  try await withCluster(options) { cluster in
    _ = try await cluster.keys("init")
    for program in Program.allCases { try await cluster.start(program) }
    try await body(cluster)
  }
}
