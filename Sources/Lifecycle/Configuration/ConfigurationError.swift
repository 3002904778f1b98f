/// The environment holds values that cannot be used. All of them, so that one start shows all.
public struct ConfigurationError: Error, Hashable, Sendable {
  /// One variable and what is wrong with it.
  public struct Problem: Hashable, Sendable {
    public var variable: String
    /// A sentence that says what is accepted.
    public var message: String

    public init(variable: String, message: String) {
      self.variable = variable
      self.message = message
    }
  }

  public var problems: [Problem]

  public init(_ problems: [Problem]) {
    self.problems = problems
  }

  public init(_ variable: String, _ message: String) {
    problems = [Problem(variable: variable, message: message)]
  }
}

extension ConfigurationError: CustomStringConvertible {
  public var description: String {
    problems.map { "\($0.variable): \($0.message)" }.joined(separator: "\n")
  }
}
