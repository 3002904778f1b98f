import Bus
import Documents
import FastJSON

/// Commands that are sent again with their idempotency key.
extension StandupsReduction {
  /// Rejects a command, unless it was executed before: then it gets the reply that was saved.
  mutating func refuse(_ id: OperationID, _ error: BusError) {
    guard let operation = state.operations[id], let key = operation.key, error.isRefusal,
      !operation.isRecalled, !operation.isCommitting
    else { return finish(id, .failure(error)) }
    recall(operation, key, instead: error)
  }

  /// Looks up whether a command was executed before.
  ///
  /// - Parameter refusal: the error if it was not; nil to run the command.
  mutating func recall(_ operation: Operation, _ key: String, instead refusal: BusError?) {
    state.operations[operation.id]?.isRecalled = true
    step(operation.id, .recalling(refusal))
    effects.append(.findReply(operation.id, key: key, request: operation.header?.request))
  }

  /// The result of a repeated command.
  static func stored(_ reply: RawJSON) -> Result<StandupsReply, BusError> {
    reply == .erased ? .failure(.wasErased) : .success(.stored(reply))
  }

  mutating func replyFound(
    _ operation: Operation, _ result: Result<FoundReply, BusError>
  ) throws {
    guard case .recalling(let refusal) = operation.step else { return }
    switch result {
    case .success(let found):
      if let reply = found.reply {
        if let key = operation.key {
          state.replies.keep(reply, for: key, request: operation.header?.request)
        }
        return finish(operation.id, Self.stored(reply))
      }
      if let refusal { return finish(operation.id, .failure(refusal)) }
      try lookUp(operation)
    case .failure(let error) where error.isRefusal: finish(operation.id, .failure(error))
    case .failure(let error):
      let unknown = BusError(
        .unavailable,
        "Cannot check whether an earlier attempt already succeeded; try again. (\(error.message))",
        retryAfterMs: error.retryAfterMs)
      finish(operation.id, .failure(unknown))
    }
  }
}
