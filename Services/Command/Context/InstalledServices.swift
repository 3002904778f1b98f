import StandupsConfiguration
import Foundation
import Glibc

/// Locates the programs and sockets of an installation: Debian packages, the release archive, or a
/// checkout.
enum InstalledServices {
  /// Runtime directory of services that systemd manages (deploy/systemd).
  static let runtimeDirectory = "/run/standups"
  /// Directory in which such services look for the speech engine.
  static let engine = "/usr/lib/standups/engine"

  /// Environment for a connection. It selects the machine's services if no router is configured and
  /// this user has started no services.
  ///
  /// - Parameters:
  ///   - directory: runtime directory of the machine's services.
  ///   - exists: tests whether a path exists.
  /// - Throws: `ConfigurationError` if the environment is invalid.
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
  /// - Throws: `Failure` if /proc is unavailable.
  static func programDirectory() throws -> String {
    do {
      let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return URL(fileURLWithPath: path).deletingLastPathComponent().path
    } catch {
      throw Failure(.system, code: "system", "Cannot find the directory of this program.")
    }
  }

  /// The directory of the services' programs: that of this program, or the packages' directory next
  /// to `bin`.
  ///
  /// - Parameter program: the directory of this program.
  /// - Throws: `Failure` if they are in neither directory.
  static func services(
    of program: String, exists: (String) -> Bool = { access($0, X_OK) == 0 }
  ) throws -> String {
    let places = [program, parent(of: program) + "/lib/standups"]
    if let place = places.first(where: { exists($0 + "/router-service") }) { return place }
    throw Failure(
      .unavailable, code: "not_installed",
      "The services are not installed: they are neither in \(places[0]) nor in \(places[1])."
        + " Install the standups-server package.")
  }

  /// The script that installs the speech engine: from the packages, or from the checkout in which
  /// this program was built.
  ///
  /// - Throws: `Failure` if it is missing.
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

  /// Replaces this process with another program, which takes over the terminal and the exit code.
  ///
  /// - Throws: `Failure` if the program cannot be executed.
  static func become(
    _ program: String, _ arguments: [String], environment: [String: String]
  ) throws -> Never {
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    execve(program, words, variables)
    let number = errno
    for word in words + variables { free(word) }
    throw Failure(
      .system, code: "system", "Cannot run \(program): \(Failure.reason(number)).")
  }

  private static func parent(of path: String) -> String {
    URL(fileURLWithPath: path).deletingLastPathComponent().path
  }
}
