import ServiceCatalog

/// The settings of a single program, in addition to the common ones.
public protocol ProgramSettings: Sendable {
  /// The variables, for `--help`.
  static var variables: [EnvironmentVariable] { get }
  /// Additional variables with standard names, such as OpenTelemetry's. Default: none.
  static var standardVariables: [EnvironmentVariable] { get }
  /// Reads the settings; the reader collects the problems.
  init(_ reader: inout EnvironmentReader)
}

extension ProgramSettings {
  /// No additional variables by default.
  public static var standardVariables: [EnvironmentVariable] { [] }
}

/// The settings type of a program without its own settings.
public struct NoSettings: ProgramSettings {
  /// An empty list, because `--help` shows only the common variables.
  public static var variables: [EnvironmentVariable] { [] }
  /// Reads nothing and reports no problems.
  public init(_ reader: inout EnvironmentReader) {}
}

extension BusEnvironment {
  /// Reads the common settings and a program's own from an environment.
  ///
  /// - Parameters:
  ///   - settings: type of the program's own settings.
  ///   - environment: names and values. Only `STANDUPS_` variables, the XDG ones, `HOME`,
  ///     `NO_COLOR`, `TERM` and `NOTIFY_SOCKET` are read.
  ///   - userID: part of the runtime directory's name in /tmp.
  ///   - isTerminal: true if standard error is a terminal.
  /// - Throws: `ConfigurationError` with all problems.
  public static func read<Settings: ProgramSettings>(
    with settings: Settings.Type, _ environment: [String: String], userID: UInt32,
    isTerminal: Bool
  ) throws(ConfigurationError) -> (BusEnvironment, Settings) {
    var reader = EnvironmentReader(environment)
    // Reject every unknown name, even one that may be a misspelled variable of another program.
    reader.refuseUnknown(
      prefix: "STANDUPS_",
      known: (EnvironmentVariable.common + Settings.variables).map(\.name)
        + ServiceCatalog.all.flatMap(\.settings) + ServiceCatalog.deploymentSettings)
    let common = BusEnvironment(&reader, userID: userID, isTerminal: isTerminal)
    let own = Settings(&reader)
    if !reader.problems.isEmpty { throw ConfigurationError(reader.problems) }
    return (common, own)
  }
}
