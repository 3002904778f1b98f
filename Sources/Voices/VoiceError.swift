/// The reason why voices cannot be recognised.
public struct VoiceError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A stable name for a kind of failure.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    /// Creates a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The network or its runtime is not installed.
    public static let networkMissing = Code(rawValue: "networkMissing")
    /// The network or its runtime exists but cannot be used.
    public static let networkUnusable = Code(rawValue: "networkUnusable")
    /// The network could not compare a piece of audio.
    public static let embedding = Code(rawValue: "embedding")
  }

  public let code: Code
  /// Sentence for a person that states the problem and what to do.
  public let message: String
  /// Message of the loader or of the runtime.
  public let cause: String?

  /// Creates an error.
  public init(_ code: Code, _ message: String, cause: String? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  public var description: String { cause.map { "\(message) (\($0))" } ?? message }
}
