package import CommandLineKit

/// A command-line switch of a service, in addition to the common ones.
public struct ServiceOption: Hashable, Sendable {
  /// The name with its dashes: `--check`.
  public var name: String
  /// The effect of the switch, for `--help`: a few words without a capital letter or a full stop.
  public var summary: String

  /// Creates a switch from its name with dashes, and its description for `--help`.
  public init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
  }
}

/// The command line of a service. All other settings are in the environment.
public enum ServiceArguments: Hashable, Sendable {
  case help
  case version
  /// Report whether the local instance is healthy.
  case health
  /// Report whether the local instance must be restarted.
  case alive
  /// Run, with the given switches.
  case run(Set<String>)

  /// The switches of all services.
  static let common = [
    ServiceOption("--help", "show this help"),
    ServiceOption("--version", "print the version"),
    ServiceOption(
      "--health", "ask the router about the local instance; exit code 0 if healthy, else 69 or 75"),
    ServiceOption(
      "--alive", "like --health, but 0 if only the router or the disk is at fault"),
    ServiceOption("--print-changes", "print every state change to standard output"),
  ]

  /// - Parameters:
  ///   - arguments: the arguments without the program's name.
  ///   - options: the service's own switches.
  /// - Throws: `UsageError` for an unknown argument.
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
