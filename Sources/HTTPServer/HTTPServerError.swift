/// Reason why a server could not be started.
public struct HTTPServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Stable name for a kind of failure, for programs.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// Wire name, such as `in_use`.
    public var rawValue: String
    /// Creates the code with that wire name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Another program already listens on the port.
    public static let inUse = Code(rawValue: "in_use")
    /// The host name does not resolve to an address of this machine.
    public static let noAddress = Code(rawValue: "no_address")
    /// The process lacks permission to listen on the address.
    public static let notAllowed = Code(rawValue: "not_allowed")
    /// Any other failure that the system reported.
    public static let system = Code(rawValue: "system")
  }

  /// Kind of failure, for programs.
  public var code: Code
  /// A sentence with the problem and the remedy.
  public var description: String

  package init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
