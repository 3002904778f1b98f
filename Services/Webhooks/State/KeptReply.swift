import Bus
import FastJSON

/// What is stored under an idempotency key: how the command was answered.
struct KeptReply: Codable, Hashable, Sendable {
  /// A UUID that tells it from other decisions with the same reply.
  var decision: String
  /// Nil if it was refused.
  var reply: RawJSON?
  var error: BusError?

  /// What the command is answered with, also when it comes again.
  var result: Result<RawJSON, BusError> {
    if let error { return .failure(error) }
    return .success(reply ?? .emptyObject)
  }
}
