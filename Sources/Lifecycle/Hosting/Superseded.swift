public import CommandLineKit

/// Another instance of a service took its place while this one was not heard of. What this one
/// remembers may be out of date, so its process ends; its supervisor may start it anew.
public struct Superseded: ExitCoded, Hashable, Sendable, CustomStringConvertible {
  /// The error with which `HostedService.run` ends when the router reports a newer instance.
  public init() {}

  /// Whoever is started anew loads what is true now.
  public var exitCode: ExitCode { .temporary }

  /// One sentence for the log.
  public var description: String {
    "Another instance of this service took over while this one was unreachable; this one exits."
  }
}
