import Foundation
import Glibc
public import StandupsConfiguration

extension BusEnvironment {
  /// Reads the settings of a program that is not a service, such as the router's address and the
  /// key, from the environment of this process. `ServiceRunner` reads those of a service.
  ///
  /// - Throws: `ConfigurationError` with all problems.
  public static func current() throws(ConfigurationError) -> BusEnvironment {
    try read(
      with: NoSettings.self, ProcessInfo.processInfo.environment, userID: getuid(),
      isTerminal: isatty(2) == 1
    ).0
  }
}
