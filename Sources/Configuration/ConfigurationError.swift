public import CommandLineKit

/// The environment holds values that cannot be used. All of them, so that one start shows all.
public struct ConfigurationError: ExitCoded, Hashable, Sendable {
  /// One variable and what is wrong with it.
  public struct Problem: Hashable, Sendable {
    /// The variable's name, such as `STANDUPS_DATA`.
    public var variable: String
    /// A sentence that says what is accepted.
    public var message: String

    /// A problem with a variable; the message does not repeat its name.
    public init(variable: String, message: String) {
      self.variable = variable
      self.message = message
    }
  }

  /// A configuration is wrong as a whole, however much of it.
  public var exitCode: ExitCode { .configuration }

  /// All that is wrong, in the order in which it was found.
  public var problems: [Problem]

  /// An error that tells of several variables at once.
  public init(_ problems: [Problem]) {
    self.problems = problems
  }

  /// An error about one variable, with a sentence that says what is accepted.
  public init(_ variable: String, _ message: String) {
    problems = [Problem(variable: variable, message: message)]
  }
}

extension ConfigurationError: CustomStringConvertible {
  /// A line for each problem: the variable's name, a colon and the sentence.
  public var description: String {
    problems.map { "\($0.variable): \($0.message)" }.joined(separator: "\n")
  }
}
