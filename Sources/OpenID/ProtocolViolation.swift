/// A part of an answer that OpenID Connect does not permit.
package struct ProtocolViolation: Error, Hashable, Sendable {
  /// The violation, as the end of a sentence after “because”, without tokens and secrets.
  package let cause: String

  init(_ cause: String) { self.cause = cause }
}
