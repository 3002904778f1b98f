/// Why a server cannot be started.
public struct HTTPServerError: Error, Hashable, Sendable, CustomStringConvertible {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
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

  public var code: Code
  /// A sentence that says what to do.
  public var description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
