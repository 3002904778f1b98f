/// Why a server cannot be started.
public struct HTTPServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A stable name for a kind of failure, for programs.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name, such as `in_use`.
    public var rawValue: String
    /// The code of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Somebody listens there already.
    public static let inUse = Code(rawValue: "in_use")
    /// The host has no address here.
    public static let noAddress = Code(rawValue: "no_address")
    /// This user may not listen there.
    public static let notAllowed = Code(rawValue: "not_allowed")
    /// The system refused something else.
    public static let system = Code(rawValue: "system")
  }

  /// The kind of failure.
  public var code: Code
  /// A sentence that says what to do.
  public var description: String

  package init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
