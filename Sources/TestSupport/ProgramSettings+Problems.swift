public import StandupsConfiguration

extension ProgramSettings {
  /// Reads the settings from these variables only.
  ///
  /// - Throws: `ConfigurationError`.
  public static func reading(_ values: [String: String]) throws(ConfigurationError) -> Self {
    try BusEnvironment.read(with: Self.self, values, userID: 0, isTerminal: false).1
  }

  /// Returns the names of the invalid variables.
  public static func problems(_ values: [String: String]) -> [String] {
    do {
      _ = try reading(values)
      return []
    } catch {
      return error.problems.map(\.variable)
    }
  }
}
