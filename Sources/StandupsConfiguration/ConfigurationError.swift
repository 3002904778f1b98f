public import CommandLineKit

/// Invalid values in the environment. Contains all problems, so that a single start reports them
/// all.
public struct ConfigurationError: ExitCoded, Hashable, Sendable {
  /// A variable and its problem.
  public struct Problem: Hashable, Sendable {
    /// The variable's name, such as `STANDUPS_DATA`.
    public var variable: String
    /// A sentence that gives the accepted values.
    public var message: String

    /// Creates a problem; the message does not repeat the variable's name.
    public init(variable: String, message: String) {
      self.variable = variable
      self.message = message
    }
  }

  /// Always `configuration`.
  public var exitCode: ExitCode { .configuration }

  /// All problems, in the order of discovery.
  public var problems: [Problem]

  /// Creates an error with several problems.
  public init(_ problems: [Problem]) {
    self.problems = problems
  }

  /// Creates an error about a single variable; the message gives the accepted values.
  public init(_ variable: String, _ message: String) {
    problems = [Problem(variable: variable, message: message)]
  }
}

extension ConfigurationError: CustomStringConvertible {
  /// One line per problem: the variable's name, a colon and the message.
  public var description: String {
    problems.map { "\($0.variable): \($0.message)" }.joined(separator: "\n")
  }
}
