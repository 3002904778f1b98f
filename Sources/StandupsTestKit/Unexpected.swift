/// The error of a test that received an unexpected kind of value.
///
///     guard case .goOn = action else { throw Unexpected("\(action)") }
public struct Unexpected: Error, CustomStringConvertible {
  public let description: String

  /// Creates the error.
  ///
  /// - Parameter what: the unexpected value, or a description of it.
  public init(_ what: String) { description = what }
}
