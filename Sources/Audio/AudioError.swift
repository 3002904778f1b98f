/// An error while audio was read, converted or recorded.
public struct AudioError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A stable name for a kind of failure. New codes may be added.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The name, such as `unreadable`.
    public let rawValue: String
    /// Creates a code; names that are not listed below are valid, too.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file does not exist or may not be read.
    public static let unreadable = Code(rawValue: "unreadable")
    /// The bytes do not match their header, or the header is missing.
    public static let malformed = Code(rawValue: "malformed")
    /// The audio ends before its declared end.
    public static let truncated = Code(rawValue: "truncated")
    /// The file is valid, but its format is not supported, such as compressed audio.
    public static let unsupported = Code(rawValue: "unsupported")
    /// A requested format is invalid, such as one without channels.
    public static let invalidFormat = Code(rawValue: "invalidFormat")
    /// The sample rate converter returned an error.
    public static let conversion = Code(rawValue: "conversion")
    /// The program that records from the microphone is not installed.
    public static let recorderMissing = Code(rawValue: "recorderMissing")
    /// The microphone could not be opened, or was disconnected.
    public static let microphone = Code(rawValue: "microphone")
    /// The system could not create a thread for reading.
    public static let noThread = Code(rawValue: "noThread")
    /// Audio could not be written.
    public static let unwritable = Code(rawValue: "unwritable")
  }

  /// The kind of failure.
  public let code: Code
  /// Human-readable message of one or two sentences: the problem and the remedy.
  public let message: String
  /// Message of the system or of another program, or nil.
  public let cause: String?

  /// Creates an error with its message; the cause is nil if nothing more is known.
  public init(_ code: Code, _ message: String, cause: String? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// The message, with the cause in parentheses if there is one.
  public var description: String { cause.map { "\(message) (\($0))" } ?? message }
}
