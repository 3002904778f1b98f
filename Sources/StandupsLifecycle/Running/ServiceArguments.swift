import CommandLineKit

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

  /// The switches of all services, `--help` and `--version` first.
  static let common = [
    ServiceOption("--help", "show this help"),
    ServiceOption("--version", "print the version"),
    ServiceOption(
      "--health", "ask the router about the local instance; exit code 0 if healthy, else 69 or 75"),
    ServiceOption(
      "--alive", "like --health, but 0 if only the router or the disk is at fault"),
    ServiceOption("--print-changes", "print every state change to standard output"),
  ]

  /// Parses a command line.
  ///
  /// - Parameters:
  ///   - arguments: the arguments without the program's name.
  ///   - options: the service's own switches.
  /// - Throws: `UsageError` for an unknown argument.
  package static func parse(
    _ arguments: [String], options: [ServiceOption] = []
  ) throws -> ServiceArguments {
    let switches = (common + options).dropFirst(2).map { Argument.flag($0.name, help: $0.summary) }
    let service = Verb<Void>("", summary: "", arguments: Array(switches)) { _, _ in }
    switch try Parser(root: service, globals: []).parse(arguments) {
    case .help: return .help
    case .version: return .version
    case .run(_, _, let values):
      let given = Set(try switches.filter { try values[$0] }.map(\.declaration.name))
      return given.contains("--health") ? .health : given.contains("--alive") ? .alive : .run(given)
    }
  }
}
