/// A variable of the environment that the programs read.
public struct EnvironmentVariable: Hashable, Sendable {
  /// The variable's name, such as `STANDUPS_TIMER_LIMIT`.
  public var name: String
  /// The form of an accepted value, as `--help` prints it.
  public var form: String
  /// The default, as `--help` prints it.
  public var fallback: String
  /// A short description, as `--help` prints it.
  public var summary: String

  /// Creates the description of a variable for `--help`. Reads nothing.
  public init(_ name: String, form: String, fallback: String, _ summary: String) {
    self.name = name
    self.form = form
    self.fallback = fallback
    self.summary = summary
  }
}

extension EnvironmentVariable {
  /// Formats the variables for `--help`: name, description, form and default.
  public static func help(_ variables: [EnvironmentVariable]) -> String {
    let width = (variables.map(\.name.count).max() ?? 0) + 2
    let indent = String(repeating: " ", count: width + 2)
    return variables.map { variable in
      let gap = String(repeating: " ", count: width - variable.name.count)
      return "  \(variable.name)\(gap)\(variable.summary)\n"
        + "\(indent)\(variable.form); default: \(variable.fallback)\n"
    }.joined()
  }
}
