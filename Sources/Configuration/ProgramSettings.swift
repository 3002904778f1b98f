import ServiceCatalog

/// What one program reads from the environment besides what all read.
public protocol ProgramSettings: Sendable {
  /// The variables, for `--help`.
  static var variables: [EnvironmentVariable] { get }
  /// Variables that others have named, such as OpenTelemetry, and that it reads as well; none unless told.
  static var standardVariables: [EnvironmentVariable] { get }
  /// Reads them; what is wrong is noted in the reader.
  init(_ reader: inout EnvironmentReader)
}

extension ProgramSettings {
  /// None.
  public static var standardVariables: [EnvironmentVariable] { [] }
}

/// For a program without settings of its own.
public struct NoSettings: ProgramSettings {
  /// An empty list: `--help` shows the common variables only.
  public static var variables: [EnvironmentVariable] { [] }
  /// Reads nothing and refuses nothing.
  public init(_ reader: inout EnvironmentReader) {}
}

extension BusEnvironment {
  /// Reads an environment with what one program reads besides.
  ///
  /// - Parameters:
  ///   - settings: the program's own.
  ///   - environment: names and values; those that do not begin with `STANDUPS_`, XDG's, `HOME`,
  ///     `NO_COLOR`, `TERM` and `NOTIFY_SOCKET` aside, are not looked at.
  ///   - userID: names the directory in /tmp.
  ///   - isTerminal: whether standard error is one.
  /// - Throws: `ConfigurationError` with everything that is wrong.
  public static func read<Settings: ProgramSettings>(
    with settings: Settings.Type, _ environment: [String: String], userID: UInt32,
    isTerminal: Bool
  ) throws(ConfigurationError) -> (BusEnvironment, Settings) {
    var reader = EnvironmentReader(environment)
    // A slip in a name is told, though the variable may be for another program of ours.
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
