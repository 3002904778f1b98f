import Foundation
import Glibc
import Threads

/// A PostgreSQL server that a test starts in a temporary directory. It is reachable only through a
/// socket in that directory.
///
/// A shell supervises the server, and removes it with its data when the tests end for any reason.
public final class PostgreSQLServer: Sendable {
  /// Reason why the server is unavailable.
  public struct Unavailable: Error, CustomStringConvertible {
    public var description: String
  }

  /// Returns the server that the tests of a process share.
  ///
  /// - Throws: `Needs.Missing` if its programs are not installed; `Unavailable` if it does not
  ///   start.
  public static func shared() throws -> PostgreSQLServer { try sharedServer.get() }

  /// Directory of the newest installed version, in Debian's layout.
  public static let programs: String? = {
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return versions.compactMap { Int($0) }.sorted().reversed().map { "\(root)/\($0)/bin" }
      .first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
  }()
  private static let root = "/usr/lib/postgresql"

  private static let sharedServer: Result<PostgreSQLServer, any Error> = {
    do {
      let server = try PostgreSQLServer()
      // The server is stopped before the process ends; otherwise it would run for a short time
      // after the tests.
      atexit { PostgreSQLServer.stopShared() }
      return .success(server)
    } catch {
      return .failure(error)
    }
  }()

  private static func stopShared() { try? sharedServer.get().stop() }

  /// Directory of the server's data and of its socket.
  public let folder: String
  /// The supervising shell.
  private let keeper = Locked<KeptProcess?>(nil)

  /// Creates a server and starts it.
  ///
  /// - Throws: `Unavailable` with the output of the server's programs.
  public init() throws {
    folder = try Self.makeFolder()
    do {
      try run(
        "initdb",
        [
          "-D", "\(folder)/data", "-U", "standups", "-A", "trust", "-E", "UTF8",
          "--locale=C.UTF-8", "--no-sync", "--data-checksums",
        ])
      try start()
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error as? Unavailable ?? Unavailable(description: "\(error)")
    }
  }

  /// Creates a directory for a server.
  private static func makeFolder() throws -> String {
    try Needs.require(.postgreSQL)
    // The path is short, because a socket's path may have at most 107 bytes. If the tests run as
    // root, the server runs as another user, who may not have access to root's temporary directory.
    let place = geteuid() == 0 ? "/tmp" : FileManager.default.temporaryDirectory.path
    let folder = place + "/pg-" + UUID().uuidString.prefix(13).lowercased()
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      if geteuid() == 0 {
        guard let user = getpwnam("postgres"),
          chown(folder, user.pointee.pw_uid, user.pointee.pw_gid) == 0
        else { throw Unavailable(description: "There is no user “postgres” to run a server.") }
      }
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error as? Unavailable ?? Unavailable(description: "\(error)")
    }
    return folder
  }

  /// Creates a standby of another server and starts it. It replicates all changes of the primary,
  /// and answers queries that only read.
  ///
  /// - Throws: `Unavailable` with the output of the server's programs.
  public init(standbyOf primary: PostgreSQLServer) throws {
    folder = try Self.makeFolder()
    do {
      try run(
        "pg_basebackup",
        [
          "-h", primary.folder, "-U", "standups", "-D", "\(folder)/data", "-R", "-X", "stream",
          "--checkpoint=fast", "--no-sync",
        ])
      try start()
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error as? Unavailable ?? Unavailable(description: "\(error)")
    }
  }

  /// Makes replication synchronous: a commit is acknowledged only after a standby has received it.
  ///
  /// - Throws: an error of `psql`; `Unavailable` if no standby replicates within 30 s.
  public func waitForStandby() throws {
    try psql("postgres", "ALTER SYSTEM SET synchronous_standby_names = '*'")
    try psql("postgres", "SELECT pg_reload_conf()")
    for _ in 0..<300 {
      let state = try psql("postgres", "SELECT sync_state FROM pg_stat_replication")
      if state == "sync" { return }
      usleep(100_000)
    }
    throw Unavailable(description: "The standby does not replicate the primary.")
  }

  /// Promotes a standby to the primary.
  ///
  /// - Throws: an error of `psql`.
  public func promote() throws { try psql("postgres", "SELECT pg_promote()") }

  deinit { stop() }

  /// Returns the connection URI of a database.
  ///
  /// - Parameter user: database user. Default: the superuser.
  public func address(_ database: String, user: String = "standups") -> String {
    "postgres://\(user)@/\(database)?host=\(folder)"
  }

  /// Starts a stopped server.
  ///
  /// - Throws: `Unavailable`.
  public func start() throws {
    let process = try KeptProcess([
      "/bin/sh", "-c", Self.keeping, "sh", folder, Self.programs ?? "",
    ])
    keeper.withLock { $0 = process }
    // pg_isready succeeds once the server accepts connections.
    var attempts = 0
    while true {
      do {
        try run("pg_isready", ["-q", "-h", folder, "-t", "1"])
        return
      } catch  where attempts < 300 && process.isThere {
        attempts += 1
        usleep(100_000)
      }
    }
  }

  private static let keeping = """
    as=''
    [ "$(id -u)" -ne 0 ] || as='setpriv --reuid=postgres --regid=postgres --clear-groups'
    cd "$1" || exit 1
    $as "$2/postgres" -D "$1/data" -k "$1" -c listen_addresses= -c max_connections=300 \
      -c shared_buffers=64MB -c max_wal_size=256MB -c autovacuum=off >"$1/log" 2>&1 </dev/null &
    server=$!
    trap : TERM INT HUP
    read -r how
    kill -QUIT "$server"
    wait "$server"
    [ "$how" = keep ] || rm -rf "$1"
    """

  /// Stops the server and removes its data; it has ended when this returns.
  public func stop() { end("") }

  /// Kills the server immediately, as in a crash; `start` continues with its data.
  public func crash() { end("keep") }

  private func end(_ how: String) {
    let taken = keeper.withLock { keeper in
      defer { keeper = nil }
      return keeper
    }
    taken?.end(how)
  }

  /// Runs statements as the superuser, each in its own transaction.
  ///
  /// - Returns: their results, without headings.
  /// - Throws: `Unavailable` with the server's message.
  @discardableResult
  public func psql(_ database: String, _ statements: String...) throws -> String {
    try run(
      "psql",
      [
        "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", folder, "-U", "standups", "-d",
        database,
      ]
        + statements.flatMap { ["-c", $0] })
  }

  /// Makes a user authenticate with a password.
  ///
  /// - Throws: the error of changing the server's files.
  public func requirePasswords(of user: String) throws {
    let path = "\(folder)/data/pg_hba.conf"
    let rules = try String(contentsOfFile: path, encoding: .utf8)
    try Data("local all \(user) scram-sha-256\n\(rules)".utf8).write(
      to: URL(fileURLWithPath: path))
    try psql("postgres", "SELECT pg_reload_conf()")
  }

  @discardableResult
  private func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    let isServers = ["initdb", "pg_basebackup"].contains(program) && geteuid() == 0
    let path = "\(Self.programs ?? "")/\(program)"
    process.executableURL = URL(fileURLWithPath: isServers ? "/usr/bin/setpriv" : path)
    process.arguments =
      (isServers ? ["--reuid=postgres", "--regid=postgres", "--clear-groups", path] : [])
      + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    do {
      try process.run()
      let data = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      let text = String(decoding: data, as: UTF8.self)
      guard process.terminationStatus == 0 else {
        throw Unavailable(description: "\(program): \(text)")
      }
      return text.trimmingCharacters(in: .whitespacesAndNewlines)
    } catch {
      throw error as? Unavailable ?? Unavailable(description: "\(program): \(error)")
    }
  }
}
