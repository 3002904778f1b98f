/// The reason why speech cannot be recognised.
struct SpeechError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A stable name for a kind of failure.
  struct Code: RawRepresentable, Sendable, Hashable {
    let rawValue: String

    /// No speech engine was found in the searched directory.
    static let engineMissing = Code(rawValue: "engineMissing")
    /// The engine exists but cannot be loaded.
    static let engineUnusable = Code(rawValue: "engineUnusable")
    /// The engine could not recognise a piece of audio.
    static let recognition = Code(rawValue: "recognition")
    /// A test called a function that it did not provide.
    static let unimplemented = Code(rawValue: "unimplemented")
  }

  let code: Code
  /// Sentence for a person that states the problem and what to do.
  let message: String
  /// Message of the loader or of the engine.
  let cause: String?

  init(_ code: Code, _ message: String, cause: String? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  var description: String { cause.map { "\(message) (\($0))" } ?? message }
}
