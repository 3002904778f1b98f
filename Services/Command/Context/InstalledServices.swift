import Configuration
import Foundation
import Glibc

/// Where the programs and the sockets of an installation are: Debian's packages, the archive, a checkout.
enum InstalledServices {
  /// Where services that run by themselves have their sockets (deploy/systemd).
  static let runtimeDirectory = "/run/standups"
  /// Where such services look for the speech engine.
  static let engine = "/usr/lib/standups/engine"

  /// The environment with which one connects: to the services of this machine, where nothing is said and
  /// this user has started none.
  ///
  /// - Parameters:
  ///   - directory: of the machine's sockets.
  ///   - exists: whether there is something at a path.
  /// - Throws: `ConfigurationError`
  static func environment(
    _ environment: [String: String], directory: String = runtimeDirectory,
    exists: (String) -> Bool = { access($0, F_OK) == 0 }
  ) throws(ConfigurationError) -> [String: String] {
    guard !Contexts.variables.contains(where: { environment[$0] != nil }), exists(directory) else {
      return environment
    }
    let own = try BusEnvironment(environment, userID: getuid(), isTerminal: false).runtimeDirectory
    guard !exists(own + "/commands") else { return environment }
    return environment.merging(["STANDUPS_RUNTIME_DIR": directory]) { $1 }
  }

  /// The directory of this program.
  ///
  /// - Throws: `Failure` where /proc does not say it.
  static func programDirectory() throws -> String {
    do {
      let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return URL(fileURLWithPath: path).deletingLastPathComponent().path
    } catch {
      throw Failure(.system, code: "system", "Cannot find the directory of this program.")
    }
  }

  /// The directory of the services' programs: that of this program, or the one beside `bin` that packages have.
  ///
  /// - Parameter program: the directory of this program.
  /// - Throws: `Failure` where they are in neither.
  static func services(
    of program: String, exists: (String) -> Bool = { access($0, X_OK) == 0 }
  ) throws -> String {
    let places = [program, parent(of: program) + "/lib/standups"]
    if let place = places.first(where: { exists($0 + "/router-service") }) { return place }
    throw Failure(
      .unavailable, code: "not_installed",
      "The services are not installed: they are neither in \(places[0]) nor in \(places[1])."
        + " Install the package standups-server.")
  }

  /// The script that fetches the speech engine: the packages', or that of the checkout in which this program
  /// was built.
  ///
  /// - Throws: `Failure` where there is none.
  static func engineScript(
    of program: String, exists: (String) -> Bool = { access($0, X_OK) == 0 }
  ) throws -> String {
    let packaged = parent(of: program) + "/share/standups/scripts/engine"
    // .build/release is a link to .build/x86_64-unknown-linux-gnu/release.
    let above = sequence(first: program) { $0 == "/" ? nil : parent(of: $0) }.prefix(6)
    let places = [packaged] + above.map { $0 + "/scripts/engine" }
    if let place = places.first(where: exists) { return place }
    throw Failure(
      .unavailable, code: "not_installed",
      "Cannot install the speech engine: the script \(packaged) is missing.")
  }

  /// Becomes another program: its progress, its questions and its exit code are this one's.
  ///
  /// - Throws: `Failure` where it cannot be run.
  static func become(
    _ program: String, _ arguments: [String], environment: [String: String]
  ) throws -> Never {
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    execve(program, words, variables)
    let number = errno
    for word in words + variables { free(word) }
    throw Failure(
      .system, code: "system", "Cannot run \(program): \(String(cString: strerror(number))).")
  }

  private static func parent(of path: String) -> String {
    URL(fileURLWithPath: path).deletingLastPathComponent().path
  }
}
