/// Why speech cannot be recognised.
struct SpeechError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A stable name for a kind of failure.
  struct Code: RawRepresentable, Sendable, Hashable {
    let rawValue: String

    /// There is no speech engine where it was looked for.
    static let engineMissing = Code(rawValue: "engineMissing")
    /// The engine is there and cannot be loaded.
    static let engineUnusable = Code(rawValue: "engineUnusable")
    /// The engine could not recognise a piece of audio.
    static let recognition = Code(rawValue: "recognition")
    /// A test called what it did not provide.
    static let unimplemented = Code(rawValue: "unimplemented")
  }

  let code: Code
  /// A sentence for a person: what is wrong, and what to do.
  let message: String
  /// What the loader or the engine said.
  let cause: String?

  init(_ code: Code, _ message: String, cause: String? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  var description: String { cause.map { "\(message) (\($0))" } ?? message }
}
