public import CommandLineKit

/// The error of an instance that was replaced while it was unreachable. Its in-memory state may be
/// outdated, so its process exits; its supervisor may restart it.
public struct Superseded: ExitCoded, Hashable, Sendable, CustomStringConvertible {
  /// Creates the error with which `HostedService.run` ends when the router reports a newer
  /// instance.
  public init() {}

  /// Temporary: a restarted instance loads the current state.
  public var exitCode: ExitCode { .temporary }

  /// One sentence for the log.
  public var description: String {
    "Another instance of this service took over while this one was unreachable; this one is exiting."
  }
}
