package import CommandLineKit

/// A switch that a service takes besides those that all take.
public struct ServiceOption: Hashable, Sendable {
  /// With its dashes: `--check`.
  public var name: String
  /// What the switch does, for `--help`: a few words without a capital letter and a full stop.
  public var summary: String

  /// A switch, named with its dashes, and what `--help` says of it.
  public init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
  }
}

/// The command line of a service. All that can be set otherwise is in the environment.
public enum ServiceArguments: Hashable, Sendable {
  case help
  case version
  /// Say whether the instance that runs here is well.
  case health
  /// Say whether it has to be started anew.
  case alive
  /// Run, with the switches that were given.
  case run(Set<String>)

  /// The switches that every service takes.
  static let common = [
    ServiceOption("--help", "show this help"),
    ServiceOption("--version", "print the version"),
    ServiceOption(
      "--health", "ask the router about the local instance; exit code 0 if healthy, else 69 or 75"),
    ServiceOption(
      "--alive", "as --health, but 0 if only the router or the disk is at fault"),
    ServiceOption("--print-changes", "print every state change to standard output"),
  ]

  /// - Parameters:
  ///   - arguments: without the program's name.
  ///   - options: the service's own switches.
  /// - Throws: `UsageError` for anything that is not known.
  package static func parse(
    _ arguments: [String], options: [ServiceOption] = []
  ) throws(UsageError) -> ServiceArguments {
    let known = (common + options).map(\.name)
    var given: Set<String> = []
    for argument in arguments {
      switch argument {
      case "--help", "-h": return .help
      case "--version": return .version
      case "--health": return .health
      case "--alive": return .alive
      case _ where known.contains(argument): given.insert(argument)
      default:
        let meant = Suggestion.nearest(to: argument, in: known).map { " Did you mean \($0)?" }
        throw UsageError(
          message: "Unknown option “\(argument)”.\(meant ?? "") Try --help.")
      }
    }
    return .run(given)
  }
}
