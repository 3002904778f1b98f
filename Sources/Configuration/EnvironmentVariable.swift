/// One variable of the environment that the programs read.
public struct EnvironmentVariable: Hashable, Sendable {
  /// The variable's name, such as `STANDUPS_TIMER_LIMIT`.
  public var name: String
  /// The form of an accepted value, for a person.
  public var form: String
  /// What holds when it is not set, for a person.
  public var fallback: String
  /// What it decides.
  public var summary: String

  /// A variable as `--help` explains it; all texts are for people, and nothing is read here.
  public init(_ name: String, form: String, fallback: String, _ summary: String) {
    self.name = name
    self.form = form
    self.fallback = fallback
    self.summary = summary
  }
}

extension EnvironmentVariable {
  /// Variables as they are printed by `--help`: the name, what it decides, form and default.
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
