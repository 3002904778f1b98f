/// Thrown by a test that got another kind of value than it expects.
///
///     guard case .goOn = action else { throw Unexpected("\(action)") }
public struct Unexpected: Error, CustomStringConvertible {
  public let description: String

  /// - Parameter what: the value that came, or what is wrong with it.
  public init(_ what: String) { description = what }
}
